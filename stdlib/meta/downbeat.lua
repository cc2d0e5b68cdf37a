---@meta downbeat
-- The API for language servers; carts never load this file.
-- Written from runtime/script/src/api.rs by `cargo xtask bless`.

---Fills the screen, or the clip rectangle, with a color.
---`cls([color=0])`
---@param color? integer # 0 if left out
function cls(color) end

---Sets a pixel, or returns it when no color is given.
---`pix(x, y, [color]) -> color`
---@param x number
---@param y number
---@param color? integer
---@return integer color
function pix(x, y, color) end

---Draws a straight line; ends may be fractional.
---`line(x0, y0, x1, y1, color)`
---@param x0 number
---@param y0 number
---@param x1 number
---@param y1 number
---@param color integer
function line(x0, y0, x1, y1, color) end

---Draws a filled rectangle.
---`rect(x, y, w, h, color)`
---@param x number
---@param y number
---@param w number
---@param h number
---@param color integer
function rect(x, y, w, h, color) end

---Draws the outline of a rectangle.
---`rectb(x, y, w, h, color)`
---@param x number
---@param y number
---@param w number
---@param h number
---@param color integer
function rectb(x, y, w, h, color) end

---Draws a filled circle.
---`circ(x, y, radius, color)`
---@param x number
---@param y number
---@param radius number
---@param color integer
function circ(x, y, radius, color) end

---Draws the outline of a circle.
---`circb(x, y, radius, color)`
---@param x number
---@param y number
---@param radius number
---@param color integer
function circb(x, y, radius, color) end

---Draws a filled ellipse with the radii a and b.
---`elli(x, y, a, b, color)`
---@param x number
---@param y number
---@param a number
---@param b number
---@param color integer
function elli(x, y, a, b, color) end

---Draws the outline of an ellipse.
---`ellib(x, y, a, b, color)`
---@param x number
---@param y number
---@param a number
---@param b number
---@param color integer
function ellib(x, y, a, b, color) end

---Draws a filled triangle.
---`tri(x1, y1, x2, y2, x3, y3, color)`
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@param x3 number
---@param y3 number
---@param color integer
function tri(x1, y1, x2, y2, x3, y3, color) end

---Draws the outline of a triangle.
---`trib(x1, y1, x2, y2, x3, y3, color)`
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@param x3 number
---@param y3 number
---@param color integer
function trib(x1, y1, x2, y2, x3, y3, color) end

---Draws a textured triangle; with depths it is in perspective and obeys the depth buffer.
---`ttri(x1, y1, x2, y2, x3, y3, u1, v1, u2, v2, u3, v3, [texsrc=0], [chromakey=-1], [z1, z2, z3])`
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@param x3 number
---@param y3 number
---@param u1 number
---@param v1 number
---@param u2 number
---@param v2 number
---@param u3 number
---@param v3 number
---@param texsrc? integer # 0 if left out
---@param chromakey? integer|integer[] # -1 if left out
---@param z1? number
---@param z2? number
---@param z3? number
function ttri(x1, y1, x2, y2, x3, y3, u1, v1, u2, v2, u3, v3, texsrc, chromakey, z1, z2, z3) end

---Draws a textured triangle the way old carts expect; new ones use ttri.
---`textri(x1, y1, x2, y2, x3, y3, u1, v1, u2, v2, u3, v3, [use_map=false], [chromakey=-1])`
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@param x3 number
---@param y3 number
---@param u1 number
---@param v1 number
---@param u2 number
---@param v2 number
---@param u3 number
---@param v3 number
---@param use_map? boolean # false if left out
---@param chromakey? integer|integer[] # -1 if left out
function textri(x1, y1, x2, y2, x3, y3, u1, v1, u2, v2, u3, v3, use_map, chromakey) end

---Fills an area of one color, or up to a border color.
---`paint(x, y, color, [border=-1])`
---@param x number
---@param y number
---@param color integer
---@param border? integer # -1 if left out
function paint(x, y, color, border) end

---Limits drawing to a rectangle; without arguments to the whole screen.
---`clip([x, y, w, h])`
---@param x? number
---@param y? number
---@param w? number
---@param h? number
function clip(x, y, w, h) end

---Draws a sprite or a block of sprites.
---`spr(id, x, y, [colorkey=-1], [scale=1], [flip=0], [rotate=0], [w=1, h=1])`
---@param id integer
---@param x number
---@param y number
---@param colorkey? integer|integer[] # -1 if left out
---@param scale? integer # 1 if left out
---@param flip? integer # 0 if left out
---@param rotate? integer # 0 if left out
---@param w? number # 1 if left out
---@param h? number # 1 if left out
function spr(id, x, y, colorkey, scale, flip, rotate, w, h) end

---Draws a region of the map; remap(tile, x, y) may return another tile, flip and rotation.
---`map([x=0, y=0], [w=30, h=17], [sx=0, sy=0], [colorkey=-1], [scale=1], [remap])`
---@param x? number # 0 if left out
---@param y? number # 0 if left out
---@param w? number # 30 if left out
---@param h? number # 17 if left out
---@param sx? number # 0 if left out
---@param sy? number # 0 if left out
---@param colorkey? integer|integer[] # -1 if left out
---@param scale? integer # 1 if left out
---@param remap? fun(tile: integer, x: integer, y: integer): integer, integer?, integer?
function map(x, y, w, h, sx, sy, colorkey, scale, remap) end

---Returns the tile at a cell of the map.
---`mget(x, y) -> tile`
---@param x number
---@param y number
---@return integer tile
function mget(x, y) end

---Changes a cell of the map.
---`mset(x, y, tile)`
---@param x number
---@param y number
---@param tile integer
function mset(x, y, tile) end

---Returns one of the eight flags of a sprite.
---`fget(sprite, flag) -> boolean`
---@param sprite integer
---@param flag integer
---@return boolean
function fget(sprite, flag) end

---Changes one of the eight flags of a sprite.
---`fset(sprite, flag, value)`
---@param sprite integer
---@param flag integer
---@param value integer
function fset(sprite, flag, value) end

---Writes text in the system font and returns its width in pixels.
---`print(text, [x=0, y=0], [color=15], [fixed=false], [scale=1], [small=false]) -> width`
---@param text any
---@param x? number # 0 if left out
---@param y? number # 0 if left out
---@param color? integer # 15 if left out
---@param fixed? boolean # false if left out
---@param scale? integer # 1 if left out
---@param small? boolean # false if left out
---@return integer width
function print(text, x, y, color, fixed, scale, small) end

---Writes text with sprites as letters and returns its width in pixels.
---`font(text, [x=0, y=0], [chromakey=0], [w=8, h=8], [fixed=false], [scale=1], [alt=false]) -> width`
---@param text any
---@param x? number # 0 if left out
---@param y? number # 0 if left out
---@param chromakey? integer|integer[] # 0 if left out
---@param w? number # 8 if left out
---@param h? number # 8 if left out
---@param fixed? boolean # false if left out
---@param scale? integer # 1 if left out
---@param alt? boolean # false if left out
---@return integer width
function font(text, x, y, chromakey, w, h, fixed, scale, alt) end

---Writes text to the terminal.
---`trace(text, [color=15])`
---@param text any
---@param color? integer # 15 if left out
function trace(text, color) end

---Tells whether a gamepad button is held; without argument returns all 32 as bits.
---`btn([id]) -> boolean`
---@param id? integer
---@return boolean
function btn(id) end

---Tells whether a button was pressed in this tick, or repeats while held.
---`btnp([id, [hold, period]]) -> boolean`
---@param id? integer
---@param hold? integer
---@param period? integer
---@return boolean
function btnp(id, hold, period) end

---Tells whether a key is held; without argument whether any is.
---`key([code]) -> boolean`
---@param code? integer
---@return boolean
function key(code) end

---Tells whether a key was pressed in this tick, or repeats while held.
---`keyp([code, [hold, period]]) -> boolean`
---@param code? integer
---@param hold? integer
---@param period? integer
---@return boolean
function keyp(code, hold, period) end

---Returns the position, the buttons and the wheel of the mouse.
---`mouse() -> x, y, left, middle, right, scrollx, scrolly`
---@return number x
---@return number y
---@return boolean left
---@return boolean middle
---@return boolean right
---@return integer scrollx
---@return integer scrolly
function mouse() end

---Reads a byte, or 4, 2 or 1 bits, of memory.
---`peek(address, [bits=8]) -> value`
---@param address integer
---@param bits? integer # 8 if left out
---@return integer value
function peek(address, bits) end

---Reads one bit of memory.
---`peek1(address) -> value`
---@param address integer
---@return integer value
function peek1(address) end

---Reads two bits of memory.
---`peek2(address) -> value`
---@param address integer
---@return integer value
function peek2(address) end

---Reads four bits of memory.
---`peek4(address) -> value`
---@param address integer
---@return integer value
function peek4(address) end

---Writes a byte, or 4, 2 or 1 bits, of memory.
---`poke(address, value, [bits=8])`
---@param address integer
---@param value integer
---@param bits? integer # 8 if left out
function poke(address, value, bits) end

---Writes one bit of memory.
---`poke1(address, value)`
---@param address integer
---@param value integer
function poke1(address, value) end

---Writes two bits of memory.
---`poke2(address, value)`
---@param address integer
---@param value integer
function poke2(address, value) end

---Writes four bits of memory.
---`poke4(address, value)`
---@param address integer
---@param value integer
function poke4(address, value) end

---Copies bytes of memory; the areas may overlap.
---`memcpy(to, from, size)`
---@param to integer
---@param from integer
---@param size integer
function memcpy(to, from, size) end

---Fills bytes of memory with a value.
---`memset(address, value, size)`
---@param address integer
---@param value integer
---@param size integer
function memset(address, value, size) end

---Reads, and with a value writes, one of the 256 numbers that outlive the run.
---`pmem(index, [value]) -> value`
---@param index integer
---@param value? integer
---@return integer value
function pmem(index, value) end

---Copies sections of a bank into memory, or back into the running cart.
---`sync([mask=0], [bank=0], [tocart=false])`
---@param mask? integer # 0 if left out
---@param bank? integer # 0 if left out
---@param tocart? boolean # false if left out
function sync(mask, bank, tocart) end

---Chooses the video bank to draw on.
---`vbank([id]) -> previous`
---@param id? integer
---@return integer previous
function vbank(id) end

---Plays a sound effect; id -1 stops the channel.
---`sfx(id, [note=-1], [duration=-1], [channel=0], [volume=15], [speed=0])`
---@param id integer
---@param note? integer|string # -1 if left out
---@param duration? integer # -1 if left out
---@param channel? integer # 0 if left out
---@param volume? integer # 15 if left out
---@param speed? integer # 0 if left out
function sfx(id, note, duration, channel, volume, speed) end

---Plays a music track; without arguments stops it.
---`music([track=-1], [frame=-1], [row=-1], [loop=true], [sustain=false], [tempo=-1], [speed=-1])`
---@param track? integer # -1 if left out
---@param frame? integer # -1 if left out
---@param row? integer # -1 if left out
---@param loop? boolean # true if left out
---@param sustain? boolean # false if left out
---@param tempo? integer # -1 if left out
---@param speed? integer # -1 if left out
function music(track, frame, row, loop, sustain, tempo, speed) end

---Returns the strength of frequencies in the sound input; there is none here, so 0.
---`fft(start, [end]) -> value`
---@param start integer
---@param last? integer
---@return integer value
function fft(start, last) end

---Returns the smoothed strength of frequencies in the sound input; 0 here.
---`ffts(start, [end]) -> value`
---@param start integer
---@param last? integer
---@return integer value
function ffts(start, last) end

---Returns the milliseconds since the cart started.
---`time() -> milliseconds`
---@return number milliseconds
function time() end

---Returns the seconds since 1970.
---`tstamp() -> seconds`
---@return integer seconds
function tstamp() end

---Ends the cart when this tick is over.
---`exit()`
function exit() end

---Starts the cart anew when this tick is over.
---`reset()`
function reset() end

-- What Downbeat adds, for its own carts:

---@class Event
---@field kind "press"|"release"
---@field button? integer # 0 to 31, as for btn
---@field player? integer # 1 to 4
---@field key? integer # as for key
---@field time number # seconds since the cart started

---@class BeatPlan
---@field song? string # a file of the cart, such as music/cave.ogg
---@field chart? string # a file with its beats: .sm .ssc .osu .mid
---@field music? integer # a track, 0 to 7, in place of a song
---@field bpm? number # 120 if left out
---@field offset? number # seconds of the song at beat 0
---@field beats_per_bar? integer # 4 if left out
---@field tempo? number[][]|integer # {{beat, bpm}, ...}; of a track: its tempo
---@field stops? number[][] # {{beat, seconds}, ...}
---@field loop? boolean|number[] # true, or {from, to} in beats
---@field volume? number # 0 to 1
---@field count_in? number # beats before the song begins
---@field windows? {great?: number, good?: number, okay?: number, close?: number} # in beats
---@field actions? table<string, any> # {up=0, jump=4}
---@field players? integer # 1 to 4
---@field rows_per_beat? integer # of a track; 4 if left out
---@field frame? integer # of a track
---@field row? integer # of a track
---@field sustain? boolean # of a track
---@field speed? integer # of a track

---@class Point
---@field x integer # column, from 0
---@field y integer # row, from 0

---@class Hit
---@field x number # where the ray ends, in cells
---@field y number
---@field distance number # in cells
---@field value? integer # of the cell that was hit
---@field column? integer
---@field row? integer
---@field side? "left"|"right"|"top"|"bottom"

---@class Step
---@field kind string # such as "split"
---@field text string # what happened, in a sentence
---@field cells {x: integer, y: integer, before: integer, after: integer}[]

---@class Map
---@field grid Grid
---@field rooms {id: integer, x: integer, y: integer, w: integer, h: integer, kind: string}[]
---@field corridors {from: integer, to?: integer, points: Point[]}[] # from and to are in rooms
---@field doors Point[]
---@field things {kind: string, x: integer, y: integer, room?: integer}[]
---@field start? Point
---@field exit? Point
---@field tree? table[] # of bsp: its nodes, the root first
---@field lattice? table # of lattice
---@field matrix? string[] # of qr: its rows
---@field regions? integer[] # of voronoi: the region of each cell, row by row
---@field sites? {id: integer, x: integer, y: integer, open: integer}[] # of voronoi
---@field passages? {from: integer, to: integer, x: integer, y: integer}[] # of voronoi
---@field vaults? {room: integer, name: string, quarters: integer, mirrored: boolean}[] # of prefabs
---@field heights? Grid # of noise and terrain
---@field metrics table<string, integer>
---@field recipe {generator: string, version: integer, seed: integer, parameters: table}

beat = {}

---Begins a song and its beats, in place of what plays, for which nothing is called any more. The plan is a table with any of song, chart or music, bpm=120, offset=0, beats_per_bar=4, tempo, stops, loop, volume=1, count_in=0, windows, actions, players=1: see the guide, conductor.md.
---`beat.start([plan])`
---@param plan? BeatPlan
function beat.start(plan) end

---Ends the beat, and the song that beat.start began; nothing is called for it any more.
---`beat.stop()`
function beat.stop() end

---Holds the beat and its song.
---`beat.pause()`
function beat.pause() end

---Goes on after a pause, at the very same place.
---`beat.resume()`
function beat.resume() end

---Jumps to a place, and the song with it; the beat at that place hits again.
---`beat.seek(beats)`
---@param beats number
function beat.seek(beats) end

---Returns the position in beats, with its fraction; negative in a count-in. In a callback it is the moment that the call is about: in MOVE and VERDICT that of the press, in the VERDICT of a missed beat that of its close. So it is with all that beat tells.
---`beat.now() -> beats`
---@return number beats
function beat.now() end

---Returns the beat that has hit last.
---`beat.index() -> beat`
---@return integer beat
function beat.index() end

---Returns how far into that beat the music is, 0 to 1.
---`beat.phase() -> phase`
---@return number phase
function beat.phase() end

---Returns the bar, the beat within it, both counted from 0, and how many beats the bar has.
---`beat.bar() -> bar, beat, size`
---@return integer bar
---@return integer beat
---@return integer size
function beat.bar() end

---Returns the tempo in beats a minute; 0 without music.
---`beat.bpm() -> bpm`
---@return number bpm
function beat.bpm() end

---Returns the position in seconds of the song; negative in a count-in.
---`beat.time() -> number`
---@return number
function beat.time() end

---Returns the verdict so far of the beat that an input would be for: none, early, okay, good, great, late, failed or missed.
---`beat.verdict([player=1]) -> verdict`
---@param player? integer # 1 if left out
---@return string verdict
function beat.verdict(player) end

---Returns how far off the player's last input was that had not been rejected, negative for early; nil without one.
---`beat.error([player=1]) -> beats, milliseconds`
---@param player? integer # 1 if left out
---@return number beats
---@return number milliseconds
function beat.error(player) end

---Makes an input of an action at the start of this tick; MOVE carries it out after TIC. Returns how good its time is, or rejected if the beat is used up.
---`beat.judge(action, [player=1]) -> verdict`
---@param action string
---@param player? integer # 1 if left out
---@return string verdict
function beat.judge(action, player) end

---Opens the page where the player measures the delays of sound and picture by tapping, as the menu does; where there is no window nothing happens.
---`beat.calibrate()`
function beat.calibrate() end

---Calls fn(count) at every multiple of so many beats, such as 0.5; for lights, cameras, doors.
---`beat.every(beats, fn) -> id`
---@param beats number
---@param fn fun(count: integer)
---@return integer id
function beat.every(beats, fn) end

---Calls fn(0) once at a place, or at once if it has passed.
---`beat.at(beats, fn) -> id`
---@param beats number
---@param fn fun(count: integer)
---@return integer id
function beat.at(beats, fn) end

---Ends what beat.every or beat.at began.
---`beat.cancel(id)`
---@param id integer
function beat.cancel(id) end

song = {}

---Plays a file of the cart's folder (.ogg, .mp3, .flac, .wav) from the next tick's sound on, in place of what plays; options are loop=false (true, or {from, to} in seconds for a part that repeats), volume=1 (0 to 1), and at, a beat to begin at exactly.
---`song.play(file, [options])`
---@param file string
---@param options? {loop?: boolean|number[], volume?: number, at?: number}
function song.play(file, options) end

---Ends the song; it fades out within a tick.
---`song.stop()`
function song.stop() end

---Holds the song where it is; it fades out within a tick.
---`song.pause()`
function song.pause() end

---Goes on with a song exactly where it was paused, fading in within a tick.
---`song.resume()`
function song.resume() end

---Goes to a time of the song that plays, repeats counted in; a negative time is silence before its start.
---`song.seek(seconds)`
---@param seconds integer
function song.seek(seconds) end

---Sets how loud songs are, 0 to 1, over the next tick, and returns it; it is multiplied with the volume a song was started with.
---`song.volume([level]) -> level`
---@param level? number
---@return number level
function song.volume(level) end

---Returns how far the song has played, in sample frames of 44,100 a second (735 a tick); a song that repeats counts on, one that has ended stays.
---`song.position() -> frames`
---@return integer frames
function song.position() end

---Tells whether a song plays, also while it is paused.
---`song.playing() -> boolean`
---@return boolean
function song.playing() end

rng = {}

---Makes a random stream from a seed, a whole number or a text: the same seed gives the same numbers on every machine. Without a seed it takes one from math.random. A table that is saved and put back takes the streams in it along.
---`rng.new([seed]) -> rng`
---@param seed? integer|string
---@return Rng rng
function rng.new(seed) end

---@class Rng
local Rng = {}

---Returns a whole number from low to high, both included, each as likely; r:int(6) is r:int(1, 6).
---`r:int(low, [high]) -> integer`
---@param low integer
---@param high? integer
---@return integer
function Rng:int(low, high) end

---Returns a number from 0 up to but not including 1.
---`r:float() -> number`
---@return number
function Rng:float() end

---Returns true with the probability p, 0 (never) to 1 (always).
---`r:chance(p) -> boolean`
---@param p number
---@return boolean
function Rng:chance(p) end

---Returns an element of a list, nil if there is none; with a list of weights one of weight 2 comes twice as often as one of weight 1.
---`r:pick(list, [weights]) -> any`
---@param list any[]
---@param weights? number[]
---@return any
function Rng:pick(list, weights) end

---Puts a list into a random order, in place, and returns it.
---`r:shuffle(list) -> list`
---@param list any[]
---@return any[] list
function Rng:shuffle(list) end

---Makes a stream of its own for a named part. It depends on the name and on where this stream is, which draws nothing for it.
---`r:fork(name) -> rng`
---@param name string
---@return Rng rng
function Rng:fork(name) end

---Returns where the stream is, as a text of 64 digits; with such a text, goes there.
---`r:state([state]) -> state`
---@param state? string
---@return string state
function Rng:state(state) end

rollback = {}

---Names the table that is the whole game: the one that beat time travel saves and puts back, and that the functions here mean when none is given. nil ends that.
---`rollback.track(game)`
---@param game table?
function rollback.track(game) end

---Saves everything a table leads to, streams of rng.new included, and returns a mark to go back to. For the tracked table the numbers of math.random go along.
---`rollback.save([game]) -> mark`
---@param game? table?
---@return userdata mark
function rollback.save(game) end

---Puts everything back as it was when the mark was saved, any number of times: the tables stay the same tables, so nothing that points to them goes stale.
---`rollback.load(mark)`
---@param mark userdata
function rollback.load(mark) end

---Returns a number made from everything a table leads to: equal for equal contents, whatever the order in which they were put in, and on every machine.
---`rollback.hash([game]) -> integer`
---@param game? table?
---@return integer
function rollback.hash(game) end

screen = {}

---Gives the screen another size at once, as the key screen of the header does: an even width, at most 32,640 pixels. It is cleared, all of it can be drawn on, and the same size changes nothing. Returns the size. Only the usual 240x136 has a border.
---`screen.size([w, h]) -> w, h`
---@param w? number
---@param h? number
---@return number w
---@return number h
function screen.size(w, h) end

rewind = {}

---Takes the whole console back in time when this tick is over, by so many ticks: 1 undoes this one alone. Everything is as it was then, so nothing remembers; only keep comes along for rewind.note, a table, number, string or boolean.
---`rewind.frames(frames, [keep])`
---@param frames integer
---@param keep? any
function rewind.frames(frames, keep) end

---Returns the most ticks that rewind.frames can go back from here, up to 3,600: a minute.
---`rewind.kept() -> integer`
---@return integer
function rewind.kept() end

---Returns what rewind.frames was given to keep, in the first tick after it; nil in every other tick.
---`rewind.note() -> any`
---@return any
function rewind.note() end

event = {}

---Returns the next event of this tick, nil when there are no more (for e in event.next do ... end). A table: kind is "press" or "release", with button, 0 to 31 as for btn, and player, 1 to 4, or key, as for key, and time, in seconds since the cart started, between ticks where the host knows it; or "text", with text that was typed; or "drop", for a picture dropped on the window, with name, and the QR code in it as text and matrix (for gen.qr), or problem, which says why there is none.
---`event.next() -> event`
---@return Event? event
function event.next() end

store = {}

---Keeps a table for the cart's next run, under a name of letters, digits, _ and -; nil forgets it. The table holds numbers, strings, booleans, lists and tables with strings as keys; 256 KiB a name, 64 names.
---`store.save(name, data)`
---@param name string
---@param data table?
function store.save(name, data) end

---Returns a copy of the table that was kept under a name, nil if there is none.
---`store.load(name) -> data`
---@param name string
---@return table? data
function store.load(name) end

grid = {}

---Makes a grid of w columns and h rows, 1 to 4096, with a byte, 0 to 255, in each cell. Columns and rows count from 0. A table that is saved and put back takes the grids in it along.
---`grid.new(w, h, [value=0]) -> grid`
---@param w number
---@param h number
---@param value? integer # 0 if left out
---@return Grid grid
function grid.new(w, h, value) end

---Makes a grid from lines of glyphs, as g:text gives them: # wall, . floor, + door and so on.
---`grid.parse(text) -> grid`
---@param text any
---@return Grid grid
function grid.parse(text) end

---@class Grid
local Grid = {}

---Returns the value of a cell; nil outside the grid.
---`g:get(x, y) -> value`
---@param x number
---@param y number
---@return integer value
function Grid:get(x, y) end

---Changes a cell; outside the grid nothing happens.
---`g:set(x, y, value)`
---@param x number
---@param y number
---@param value integer
function Grid:set(x, y, value) end

---Returns the number of columns; #g is that of cells.
---`g:width() -> integer`
---@return integer
function Grid:width() end

---Returns the number of rows.
---`g:height() -> integer`
---@return integer
function Grid:height() end

---Fills a rectangle, or the whole grid, with a value.
---`g:fill(value, [x, y, w, h])`
---@param value integer
---@param x? number
---@param y? number
---@param w? number
---@param h? number
function Grid:fill(value, x, y, w, h) end

---Copies another grid into this one, its upper left corner at a cell; cells with the value clear are left out.
---`g:blit(grid, [x=0, y=0], [clear])`
---@param grid Grid
---@param x? number # 0 if left out
---@param y? number # 0 if left out
---@param clear? integer
function Grid:blit(grid, x, y, clear) end

---Makes a new grid of a part of this one, or of all of it.
---`g:copy([x, y, w, h]) -> grid`
---@param x? number
---@param y? number
---@param w? number
---@param h? number
---@return Grid grid
function Grid:copy(x, y, w, h) end

---Makes a new grid, turned clockwise by so many quarter turns.
---`g:rotate([quarters=1]) -> grid`
---@param quarters? integer # 1 if left out
---@return Grid grid
function Grid:rotate(quarters) end

---Makes a new grid with left and right exchanged, or top and bottom if upright.
---`g:mirror([upright=false]) -> grid`
---@param upright? boolean # false if left out
---@return Grid grid
function Grid:mirror(upright) end

---Gives a value to a cell and all cells of the same value that hang together with it; returns how many it was.
---`g:flood(x, y, value, [diagonal=false]) -> count`
---@param x number
---@param y number
---@param value integer
---@param diagonal? boolean # false if left out
---@return integer count
function Grid:flood(x, y, value, diagonal) end

---Returns the connected parts of the cells that one can walk on (not 0 wall, 13 rubble, 14 water or 18 rock): a list of {size, x, y}, where x, y is the first cell.
---`g:parts([diagonal=false]) -> list`
---@param diagonal? boolean # false if left out
---@return any[] list
function Grid:parts(diagonal) end

---Returns all cells with a value: a list of {x, y}, row by row.
---`g:find(value) -> list`
---@param value integer
---@return any[] list
function Grid:find(value) end

---Returns how many cells hold a value.
---`g:count(value) -> count`
---@param value integer
---@return integer count
function Grid:count(value) end

---Returns the cells with a value that have a neighbor with another, or the edge: a list of {x, y}.
---`g:outline(value, [diagonal=false]) -> list`
---@param value integer
---@param diagonal? boolean # false if left out
---@return any[] list
function Grid:outline(value, diagonal) end

---Makes a grid that says which neighbors of each cell hold the same value, to choose tiles by: up 1, right 2, down 4, left 8; diagonal also right-up 16, right-down 32, left-down 64, left-up 128, where both sides beside the corner are set. Beyond the edge counts as the same.
---`g:mask([diagonal=false]) -> grid`
---@param diagonal? boolean # false if left out
---@return Grid grid
function Grid:mask(diagonal) end

---Returns lines of glyphs, a line a row: # wall, . floor, + door and so on; ? for values above 19.
---`g:text() -> text`
---@return any text
function Grid:text() end

---Makes a grid with 1 in every cell that is seen from a cell, walls that are seen included, and 0 elsewhere. Walls (0), rubble (13) and rock (18) cannot be seen through, or the values in a list blocks. Two floor cells see each other or neither does.
---`g:fov(x, y, [radius=20], [blocks]) -> grid`
---@param x number
---@param y number
---@param radius? number # 20 if left out
---@param blocks? integer[]
---@return Grid grid
function Grid:fov(x, y, radius, blocks) end

---Tells whether the middle of a cell is seen from that of another, at any distance, as in g:fov; the same from both ends. What is in these two cells does not matter.
---`g:sees(x0, y0, x1, y1, [blocks]) -> boolean`
---@param x0 number
---@param y0 number
---@param x1 number
---@param y1 number
---@param blocks? integer[]
---@return boolean
function Grid:sees(x0, y0, x1, y1, blocks) end

---Returns the cells of a straight line between two, both included: a list of {x, y}, the same backwards. If one sees the other, nothing on it blocks.
---`g:line(x0, y0, x1, y1, [blocks]) -> list`
---@param x0 number
---@param y0 number
---@param x1 number
---@param y1 number
---@param blocks? integer[]
---@return any[] list
function Grid:line(x0, y0, x1, y1, blocks) end

---Follows a ray from a place in a direction until a wall (0), rubble (13) or rock (18), or a value in the list blocks, stops it. Places are in cells, so the middle of a cell is x+0.5, y+0.5, and what is in that cell does not stop the ray. Returns a table with the exact end, x, y, and the distance; if something was hit also value, column, row, and side, the side of the cell that was hit: left, right, top, bottom. Without a hit it ends at its range, in cells, or at the edge; nil from outside. At a corner it passes one wall and is stopped by two.
---`g:ray(x, y, dx, dy, [range], [blocks]) -> hit`
---@param x number
---@param y number
---@param dx number
---@param dy number
---@param range? number
---@param blocks? integer[]
---@return Hit? hit
function Grid:ray(x, y, dx, dy, range, blocks) end

---Sends out 1 to 4096 rays, spread over an opening angle around an angle, both in radians: 0 is right, a quarter turn more is down; from math.pi*2 on the opening is a full circle. Returns a list with the table of g:ray for each.
---`g:fan(x, y, angle, opening, count, [range], [blocks]) -> hits`
---@param x number
---@param y number
---@param angle number
---@param opening number
---@param count integer
---@param range? number
---@param blocks? integer[]
---@return Hit[] hits
function Grid:fan(x, y, angle, opening, count, range, blocks) end

---Returns a cheapest way between two cells, both included: a list of {x, y}; nil if there is none. Entering a cell costs 1, and walls (0), rubble (13), water (14) and rock (18) are closed; costs[value] may say another cost, 1 to 255, or 0 for closed. A diagonal step is 1.4 times as far, and cuts no corner.
---`g:path(x0, y0, x1, y1, [diagonal=false], [costs]) -> list`
---@param x0 number
---@param y0 number
---@param x1 number
---@param y1 number
---@param diagonal? boolean # false if left out
---@param costs? table<integer, integer>
---@return any[] list
function Grid:path(x0, y0, x1, y1, diagonal, costs) end

---Makes a grid with what the way from each cell to a goal costs, rounded down: 254 for that and more, 255 where no way leads. Without diagonal and costs it is the number of steps. Diagonal and costs are as for g:path. In place of a column and a row there may be a cell {x, y} or a list of cells, of which the nearest counts: g:field(cells, true).
---`g:field(goal, [y], [diagonal=false], [costs]) -> grid`
---@param goal number|Point|Point[]
---@param y? number
---@param diagonal? boolean # false if left out
---@param costs? table<integer, integer>
---@return Grid grid
---@overload fun(self: Grid, goal: Point|Point[], diagonal?: boolean, costs?: table<integer, integer>): Grid
function Grid:field(goal, y, diagonal, costs) end

---Makes a grid with the direction of the first step from each cell to the goal, or the nearest of some, as for g:field: 1 up, 2 right, 3 down, 4 left, 5 right-up, 6 right-down, 7 left-down, 8 left-up; 0 at a goal, 255 where no way leads.
---`g:flow(goal, [y], [diagonal=false], [costs]) -> grid`
---@param goal number|Point|Point[]
---@param y? number
---@param diagonal? boolean # false if left out
---@param costs? table<integer, integer>
---@return Grid grid
---@overload fun(self: Grid, goal: Point|Point[], diagonal?: boolean, costs?: table<integer, integer>): Grid
function Grid:flow(goal, y, diagonal, costs) end

---Returns the cell from which the way to the goal, or the nearest of some, costs most, as for g:field: {x, y, distance}; nil if one cannot walk at a goal.
---`g:farthest(goal, [y], [diagonal=false], [costs]) -> cell`
---@param goal number|Point|Point[]
---@param y? number
---@param diagonal? boolean # false if left out
---@param costs? table<integer, integer>
---@return {x: integer, y: integer, distance: number}? cell
---@overload fun(self: Grid, goal: Point|Point[], diagonal?: boolean, costs?: table<integer, integer>): {x: integer, y: integer, distance: number}?
function Grid:farthest(goal, y, diagonal, costs) end

---Draws each cell as a square. Its color is colors[value], and cells without one are left out; without the table it is the value.
---`g:draw([x=0, y=0], [size=1], [colors])`
---@param x? number # 0 if left out
---@param y? number # 0 if left out
---@param size? integer # 1 if left out
---@param colors? table<integer, integer>
function Grid:draw(x, y, size, colors) end

---Draws each cell as a sprite of 8 pixels: sprites[value], and cells without one are left out; without the table the value is the sprite.
---`g:spr([x=0, y=0], [sprites], [colorkey=-1], [scale=1])`
---@param x? number # 0 if left out
---@param y? number # 0 if left out
---@param sprites? table<integer, integer>
---@param colorkey? integer|integer[] # -1 if left out
---@param scale? integer # 1 if left out
function Grid:spr(x, y, sprites, colorkey, scale) end

---Writes each cell to the map as a tile: sprites[value], and cells without one stay as they are; without the table the value is the tile.
---`g:tomap([x=0, y=0], [sprites])`
---@param x? number # 0 if left out
---@param y? number # 0 if left out
---@param sprites? table<integer, integer>
function Grid:tomap(x, y, sprites) end

---@class Steps
local Steps = {}

---Returns the map as it was after a step, 0 for before the first, at the cost of the changes in between. #s is the number of steps, and s[i] is a table: kind, text (a sentence), cells (a list of {x, y, before, after}).
---`s:show(step) -> grid`
---@param step integer
---@return Grid grid
function Steps:show(step) end

gen = {}

---Returns all generators: a list of {name, version, about, parameters}, each parameter with name, about, kind (integer, chance, choice or text), default, and low and high, options, or most.
---`gen.list() -> list`
---@return any[] list
function gen.list() end

---Makes a map with a generator and goes on with others, or with passes that change it: gen.chain("caves", {seed=7}, "loops", {count=3}, "ends"). Links without a seed have the first one's.
---`gen.chain(name, ...) -> map`
---@param name string
---@param ... string|table
---@return Map map
function gen.chain(name, ...) end

---Returns all repairs and placements, which change the map before them in gen.chain, as gen.list does.
---`gen.passes() -> list`
---@return any[] list
function gen.passes() end

---Makes a map as gen.NAME or gen.chain does and returns how: its steps, which go forwards and backwards. A map to watch has at most 262144 cells (512x512).
---`gen.trace(name, ...) -> steps`
---@param name string
---@param ... string|table
---@return Steps steps
function gen.trace(name, ...) end

---a dungeon of rooms from a tree of cuts, with doors, shop, treasure and enemies
---`gen.bsp([parameters]) -> map`
---@param parameters? table<string, any>?
---@return Map map
function gen.bsp(parameters) end

---rooms packed tightly into screens, with tunnels that wander from wall to wall
---`gen.subdivide([parameters]) -> map`
---@param parameters? table<string, any>?
---@return Map map
function gen.subdivide(parameters) end

---a labyrinth of 7x8 rooms from a world and a level, with key, treasure and exit
---`gen.lattice([parameters]) -> map`
---@param parameters? table<string, any>?
---@return Map map
function gen.lattice(parameters) end

---a QR code as a dungeon: dark modules are walls, three goals, at most four digs to each
---`gen.qr([parameters]) -> map`
---@param parameters? table<string, any>?
---@return Map map
function gen.qr(parameters) end

---one winding cave from noise and a rule applied a few times
---`gen.caves([parameters]) -> map`
---@param parameters? table<string, any>?
---@return Map map
function gen.caves(parameters) end

---a maze with exactly one way between any two of its cells
---`gen.maze([parameters]) -> map`
---@param parameters? table<string, any>?
---@return Map map
function gen.maze(parameters) end

---regions around sites, with a wall between any two and doors through it
---`gen.voronoi([parameters]) -> map`
---@param parameters? table<string, any>?
---@return Map map
function gen.voronoi(parameters) end

---caves where smooth noise is high, with the heights in the map
---`gen.noise([parameters]) -> map`
---@param parameters? table<string, any>?
---@return Map map
function gen.noise(parameters) end

---a landscape of water, sand, grass, forest and rock, with rivers and bridges
---`gen.terrain([parameters]) -> map`
---@param parameters? table<string, any>?
---@return Map map
function gen.terrain(parameters) end

---a drawing by rules that replace letters: dungeon, plant, curve or river
---`gen.lsystem([parameters]) -> map`
---@param parameters? table<string, any>?
---@return Map map
function gen.lsystem(parameters) end

---vaults drawn by hand, turned and mirrored, joined by corridors at their doors
---`gen.prefabs([parameters]) -> map`
---@param parameters? table<string, any>?
---@return Map map
function gen.prefabs(parameters) end

---a ragged cave, dug by walkers that go wherever chance leads them
---`gen.drunkard([parameters]) -> map`
---@param parameters? table<string, any>?
---@return Map map
function gen.drunkard(parameters) end

---branches around the middle, from particles that stay where they touch
---`gen.dla([parameters]) -> map`
---@param parameters? table<string, any>?
---@return Map map
function gen.dla(parameters) end

---rooms and corridors, each dug out of a wall of another, with doors
---`gen.digger([parameters]) -> map`
---@param parameters? table<string, any>?
---@return Map map
function gen.digger(parameters) end

---rooms spread evenly, with corridors along a spanning tree and some loops
---`gen.uniform([parameters]) -> map`
---@param parameters? table<string, any>?
---@return Map map
function gen.uniform(parameters) end

---rooms with mazes between them, joined by doors, without dead ends
---`gen.rooms([parameters]) -> map`
---@param parameters? table<string, any>?
---@return Map map
function gen.rooms(parameters) end

---a map that looks like a small sample in every corner, by wave function collapse
---`gen.wfc([parameters]) -> map`
---@param parameters? table<string, any>?
---@return Map map
function gen.wfc(parameters) end

---a map of tiles that fit where their edges are the same, by wave function collapse
---`gen.wfc_tiled([parameters]) -> map`
---@param parameters? table<string, any>?
---@return Map map
function gen.wfc_tiled(parameters) end

-- What the console calls, if a cart defines it:
-- function BOOT() end    Called once, after the cart's main chunk.
-- function TIC() end    Called sixty times a second.
-- function OVR() end    Called after TIC, to draw on video bank 1, which was cleared before.
-- function BDR(row) end    Called before each of the 144 rows of the picture, border included, is made.
-- function SCN(row) end    Called before each of the 136 rows of the screen is made.
-- function MENU(index) end    Called when an entry of the cart's own menu is chosen, counted from 0.
-- function BEAT(beat) end    Called when a beat hits, from beat.start on: the world moves.
-- function MOVE(action, verdict, player) end    Called for an input in its window, verdict great, good or okay; returns false if the action is illegal. It may come before or after BEAT, which runs again after it then.
-- function CLOSE(beat, verdict, player) end    Called for each player when a beat is over, a quarter of a beat after it hit: the place for deaths and scores.
-- function BAR(bar) end    Called before the first beat of a bar.
-- function HALF(beat) end    Called half a beat after a beat.
-- function VERDICT(verdict, player, milliseconds, action, beat, instead_of) end    Called for everything that is judged: any input, with its error, rejected ones too, and missed beats (error and action are nil). instead_of is the verdict that a late arrival changes, nil otherwise.
