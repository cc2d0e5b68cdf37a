//! The API, once: every function with its signature and one line of
//! documentation.
//!
//! Registration walks this table; the language-server stubs and `docs/api.md`
//! are written from it and checked against it.

#![allow(
    clippy::unnecessary_wraps,
    reason = "every function of the table has one signature, also those that cannot fail"
)]
#![allow(
    clippy::inline_always,
    reason = "what carts call thousands of times a frame is compiled into the function Lua calls; the compiler alone judges it too long"
)]

mod beat;
mod draw;
mod event;
mod generators;
mod grid;
mod input;
mod maps;
mod memory;
mod rewind;
mod rng;
mod rollback;
mod screen;
mod song;
mod sound;
mod steps;
mod store;
mod system;
mod text;
mod tiles;

pub use beat::key_code;
pub use generators::GENERATOR_FUNCTIONS;
pub(crate) use song::{is_chart, is_sound_file};
use vm::{Text, Vm, VmError};

use crate::world::World;

/// One function that carts can call.
pub struct Function {
    /// Its global name, with the table that it is in: `cls`, `song.play`. A
    /// method of a kind of block stands behind a colon: `rng:int`.
    pub name: &'static str,
    /// Its parameters and results, in the notation of the documentation:
    /// optional parameters in brackets, with their defaults.
    pub signature: &'static str,
    /// One line: what it does.
    pub doc: &'static str,
    /// The heading it stands under in the documentation.
    pub topic: &'static str,
    register: fn(&mut Vm<World>) -> Result<(), VmError>,
}

impl Function {
    /// Makes the function a global of `vm`.
    ///
    /// # Errors
    /// Fails when the arena has no memory left for it.
    pub(crate) fn register(&self, vm: &mut Vm<World>) -> Result<(), VmError> {
        (self.register)(vm)
    }
}

/// What `#` and `[i]` do with blocks.
///
/// # Errors
/// Fails when the arena has no memory left for it.
pub(crate) fn register_metamethods(vm: &mut Vm<World>) -> Result<(), VmError> {
    vm.register_method(grid::KIND, "__len", Text::None, grid::length)?;
    vm.register_method(steps::KIND, "__len", Text::None, steps::length)?;
    vm.register_method(steps::KIND, "__element", Text::None, steps::element)
}

macro_rules! functions {
    ($(#[$about:meta])* $list:ident: $($topic:literal { $($name:literal $signature:literal $doc:literal => $function:path $(, text $at:literal)?;)* })*) => {
        $(#[$about])*
        pub const $list: &[Function] = &[$($(
            Function {
                name: $name,
                signature: $signature,
                doc: $doc,
                topic: $topic,
                register: |vm| {
                    #[allow(unused_mut, unused_assignments)]
                    let mut text = Text::None;
                    $(text = Text::At($at);)?
                    if let Some((kind, method)) = $name.split_once(':') {
                        vm.register_kind(kind)?;
                        return vm.register_method(kind, method, text, $function);
                    }
                    let (table, name) = match $name.split_once('.') {
                        Some((table, name)) => (Some(table), name),
                        None => (None, $name),
                    };
                    vm.register(table, name, text, $function)
                },
            },
        )*)*];
    };
}

functions! {
    /// TIC-80's functions, by topic: every cart has them.
    FUNCTIONS:
    "Drawing" {
        "cls" "cls([color=0])" "Fills the screen, or the clip rectangle, with a color." => draw::cls;
        "pix" "pix(x, y, [color]) -> color" "Sets a pixel, or returns it when no color is given." => draw::pix;
        "line" "line(x0, y0, x1, y1, color)" "Draws a straight line; ends may be fractional." => draw::line;
        "rect" "rect(x, y, w, h, color)" "Draws a filled rectangle." => draw::rect;
        "rectb" "rectb(x, y, w, h, color)" "Draws the outline of a rectangle." => draw::rectb;
        "circ" "circ(x, y, radius, color)" "Draws a filled circle." => draw::circ;
        "circb" "circb(x, y, radius, color)" "Draws the outline of a circle." => draw::circb;
        "elli" "elli(x, y, a, b, color)" "Draws a filled ellipse with the radii a and b." => draw::elli;
        "ellib" "ellib(x, y, a, b, color)" "Draws the outline of an ellipse." => draw::ellib;
        "tri" "tri(x1, y1, x2, y2, x3, y3, color)" "Draws a filled triangle." => draw::tri;
        "trib" "trib(x1, y1, x2, y2, x3, y3, color)" "Draws the outline of a triangle." => draw::trib;
        "ttri" "ttri(x1, y1, x2, y2, x3, y3, u1, v1, u2, v2, u3, v3, [texsrc=0], [chromakey=-1], [z1, z2, z3])" "Draws a textured triangle; with depths it is in perspective and obeys the depth buffer." => draw::ttri;
        "textri" "textri(x1, y1, x2, y2, x3, y3, u1, v1, u2, v2, u3, v3, [use_map=false], [chromakey=-1])" "Draws a textured triangle the way old carts expect; new ones use ttri." => draw::textri;
        "paint" "paint(x, y, color, [border=-1])" "Fills an area of one color, or up to a border color." => draw::paint;
        "clip" "clip([x, y, w, h])" "Limits drawing to a rectangle; without arguments to the whole screen." => draw::clip;
    }
    "Sprites and map" {
        "spr" "spr(id, x, y, [colorkey=-1], [scale=1], [flip=0], [rotate=0], [w=1, h=1])" "Draws a sprite or a block of sprites." => tiles::spr;
        "map" "map([x=0, y=0], [w=30, h=17], [sx=0, sy=0], [colorkey=-1], [scale=1], [remap])" "Draws a region of the map; remap(tile, x, y) may return another tile, flip and rotation." => tiles::map;
        "mget" "mget(x, y) -> tile" "Returns the tile at a cell of the map." => tiles::mget;
        "mset" "mset(x, y, tile)" "Changes a cell of the map." => tiles::mset;
        "fget" "fget(sprite, flag) -> boolean" "Returns one of the eight flags of a sprite." => tiles::fget;
        "fset" "fset(sprite, flag, value)" "Changes one of the eight flags of a sprite." => tiles::fset;
    }
    "Text" {
        "print" "print(text, [x=0, y=0], [color=15], [fixed=false], [scale=1], [small=false]) -> width" "Writes text in the system font and returns its width in pixels." => text::print, text 1;
        "font" "font(text, [x=0, y=0], [chromakey=0], [w=8, h=8], [fixed=false], [scale=1], [alt=false]) -> width" "Writes text with sprites as letters and returns its width in pixels." => text::font, text 1;
        "trace" "trace(text, [color=15])" "Writes text to the terminal." => system::trace, text 1;
    }
    "Input" {
        "btn" "btn([id]) -> boolean" "Tells whether a gamepad button is held; without argument returns all 32 as bits." => input::btn;
        "btnp" "btnp([id, [hold, period]]) -> boolean" "Tells whether a button was pressed in this tick, or repeats while held." => input::btnp;
        "key" "key([code]) -> boolean" "Tells whether a key is held; without argument whether any is." => input::key;
        "keyp" "keyp([code, [hold, period]]) -> boolean" "Tells whether a key was pressed in this tick, or repeats while held." => input::keyp;
        "mouse" "mouse() -> x, y, left, middle, right, scrollx, scrolly" "Returns the position, the buttons and the wheel of the mouse." => input::mouse;
    }
    "Memory" {
        "peek" "peek(address, [bits=8]) -> value" "Reads a byte, or 4, 2 or 1 bits, of memory." => memory::peek;
        "peek1" "peek1(address) -> value" "Reads one bit of memory." => memory::peek1;
        "peek2" "peek2(address) -> value" "Reads two bits of memory." => memory::peek2;
        "peek4" "peek4(address) -> value" "Reads four bits of memory." => memory::peek4;
        "poke" "poke(address, value, [bits=8])" "Writes a byte, or 4, 2 or 1 bits, of memory." => memory::poke;
        "poke1" "poke1(address, value)" "Writes one bit of memory." => memory::poke1;
        "poke2" "poke2(address, value)" "Writes two bits of memory." => memory::poke2;
        "poke4" "poke4(address, value)" "Writes four bits of memory." => memory::poke4;
        "memcpy" "memcpy(to, from, size)" "Copies bytes of memory; the areas may overlap." => memory::memcpy;
        "memset" "memset(address, value, size)" "Fills bytes of memory with a value." => memory::memset;
        "pmem" "pmem(index, [value]) -> value" "Reads, and with a value writes, one of the 256 numbers that outlive the run." => memory::pmem;
        "sync" "sync([mask=0], [bank=0], [tocart=false])" "Copies sections of a bank into memory, or back into the running cart." => memory::sync;
        "vbank" "vbank([id]) -> previous" "Chooses the video bank to draw on." => memory::vbank;
    }
    "Sound" {
        "sfx" "sfx(id, [note=-1], [duration=-1], [channel=0], [volume=15], [speed=0])" "Plays a sound effect; id -1 stops the channel." => sound::sfx;
        "music" "music([track=-1], [frame=-1], [row=-1], [loop=true], [sustain=false], [tempo=-1], [speed=-1])" "Plays a music track; without arguments stops it." => sound::music;
        "fft" "fft(start, [end]) -> value" "Returns the strength of frequencies in the sound input; there is none here, so 0." => sound::fft;
        "ffts" "ffts(start, [end]) -> value" "Returns the smoothed strength of frequencies in the sound input; 0 here." => sound::fft;
    }
    "System" {
        "time" "time() -> milliseconds" "Returns the milliseconds since the cart started." => system::time;
        "tstamp" "tstamp() -> seconds" "Returns the seconds since 1970." => system::tstamp;
        "exit" "exit()" "Ends the cart when this tick is over." => system::exit;
        "reset" "reset()" "Starts the cart anew when this tick is over." => system::reset;
    }
}

functions! {
    /// What Downbeat adds, by topic. TIC-80's carts rely on undefined globals
    /// being nil, so only Downbeat's own carts have these tables.
    OWN_FUNCTIONS:
    "The beat" {
        "beat.start" "beat.start([plan])" "Begins a song and its beats, in place of what plays, for which nothing is called any more. The plan is a table with any of song, chart or music, bpm=120, offset=0, beats_per_bar=4, tempo, stops, loop, volume=1, count_in=0, windows, actions, players=1: see the guide, conductor.md." => beat::start;
        "beat.stop" "beat.stop()" "Ends the beat, and the song that beat.start began; nothing is called for it any more." => beat::stop;
        "beat.pause" "beat.pause()" "Holds the beat and its song." => beat::pause;
        "beat.resume" "beat.resume()" "Goes on after a pause, at the very same place." => beat::resume;
        "beat.seek" "beat.seek(beats)" "Jumps to a place, and the song with it; the beat at that place hits again." => beat::seek;
        "beat.now" "beat.now() -> beats" "Returns the position in beats, with its fraction; negative in a count-in. In a callback it is the moment that the call is about: in MOVE and VERDICT that of the press, in the VERDICT of a missed beat that of its close. So it is with all that beat tells." => beat::now;
        "beat.index" "beat.index() -> beat" "Returns the beat that has hit last." => beat::index;
        "beat.phase" "beat.phase() -> phase" "Returns how far into that beat the music is, 0 to 1." => beat::phase;
        "beat.bar" "beat.bar() -> bar, beat, size" "Returns the bar, the beat within it, both counted from 0, and how many beats the bar has." => beat::bar;
        "beat.bpm" "beat.bpm() -> bpm" "Returns the tempo in beats a minute; 0 without music." => beat::bpm;
        "beat.time" "beat.time() -> number" "Returns the position in seconds of the song; negative in a count-in." => beat::time;
        "beat.verdict" "beat.verdict([player=1]) -> verdict" "Returns the verdict so far of the beat that an input would be for: none, early, okay, good, great, late, failed or missed." => beat::verdict;
        "beat.error" "beat.error([player=1]) -> beats, milliseconds" "Returns how far off the player's last input was that had not been rejected, negative for early; nil without one." => beat::error;
        "beat.judge" "beat.judge(action, [player=1]) -> verdict" "Makes an input of an action at the start of this tick; MOVE carries it out after TIC. Returns how good its time is, or rejected if the beat is used up." => beat::judge;
        "beat.calibrate" "beat.calibrate()" "Opens the page where the player measures the delays of sound and picture by tapping, as the menu does; where there is no window nothing happens." => beat::calibrate;
        "beat.every" "beat.every(beats, fn) -> id" "Calls fn(count) at every multiple of so many beats, such as 0.5; for lights, cameras, doors." => beat::every;
        "beat.at" "beat.at(beats, fn) -> id" "Calls fn(0) once at a place, or at once if it has passed." => beat::at;
        "beat.cancel" "beat.cancel(id)" "Ends what beat.every or beat.at began." => beat::cancel;
    }
    "Songs" {
        "song.play" "song.play(file, [options])" "Plays a file of the cart's folder (.ogg, .mp3, .flac, .wav) from the next tick's sound on, in place of what plays; options are loop=false (true, or {from, to} in seconds for a part that repeats), volume=1 (0 to 1), and at, a beat to begin at exactly." => song::play;
        "song.stop" "song.stop()" "Ends the song; it fades out within a tick." => song::stop;
        "song.pause" "song.pause()" "Holds the song where it is; it fades out within a tick." => song::pause;
        "song.resume" "song.resume()" "Goes on with a song exactly where it was paused, fading in within a tick." => song::resume;
        "song.seek" "song.seek(seconds)" "Goes to a time of the song that plays, repeats counted in; a negative time is silence before its start." => song::seek;
        "song.volume" "song.volume([level]) -> level" "Sets how loud songs are, 0 to 1, over the next tick, and returns it; it is multiplied with the volume a song was started with." => song::volume;
        "song.position" "song.position() -> frames" "Returns how far the song has played, in sample frames of 44,100 a second (735 a tick); a song that repeats counts on, one that has ended stays." => song::position;
        "song.playing" "song.playing() -> boolean" "Tells whether a song plays, also while it is paused." => song::playing;
    }
    "Chance" {
        "rng.new" "rng.new([seed]) -> rng" "Makes a random stream from a seed, a whole number or a text: the same seed gives the same numbers on every machine. Without a seed it takes one from math.random. A table that is saved and put back takes the streams in it along." => rng::new;
        "rng:int" "r:int(low, [high]) -> integer" "Returns a whole number from low to high, both included, each as likely; r:int(6) is r:int(1, 6)." => rng::int;
        "rng:float" "r:float() -> number" "Returns a number from 0 up to but not including 1." => rng::float;
        "rng:chance" "r:chance(p) -> boolean" "Returns true with the probability p, 0 (never) to 1 (always)." => rng::chance;
        "rng:pick" "r:pick(list, [weights]) -> any" "Returns an element of a list, nil if there is none; with a list of weights one of weight 2 comes twice as often as one of weight 1." => rng::pick;
        "rng:shuffle" "r:shuffle(list) -> list" "Puts a list into a random order, in place, and returns it." => rng::shuffle;
        "rng:fork" "r:fork(name) -> rng" "Makes a stream of its own for a named part. It depends on the name and on where this stream is, which draws nothing for it." => rng::fork;
        "rng:state" "r:state([state]) -> state" "Returns where the stream is, as a text of 64 digits; with such a text, goes there." => rng::state;
    }
    "Going back" {
        "rollback.track" "rollback.track(game)" "Names the table that is the whole game: the one that beat time travel saves and puts back, and that the functions here mean when none is given. nil ends that." => rollback::track;
        "rollback.save" "rollback.save([game]) -> mark" "Saves everything a table leads to, streams of rng.new included, and returns a mark to go back to. For the tracked table the numbers of math.random go along." => rollback::save;
        "rollback.load" "rollback.load(mark)" "Puts everything back as it was when the mark was saved, any number of times: the tables stay the same tables, so nothing that points to them goes stale." => rollback::load;
        "rollback.hash" "rollback.hash([game]) -> integer" "Returns a number made from everything a table leads to: equal for equal contents, whatever the order in which they were put in, and on every machine." => rollback::hash;
    }
    "Screen" {
        "screen.size" "screen.size([w, h]) -> w, h" "Gives the screen another size at once, as the key screen of the header does: an even width, at most 32,640 pixels. It is cleared, all of it can be drawn on, and the same size changes nothing. Returns the size. Only the usual 240x136 has a border." => screen::size;
    }
    "Going back in time" {
        "rewind.frames" "rewind.frames(frames, [keep])" "Takes the whole console back in time when this tick is over, by so many ticks: 1 undoes this one alone. Everything is as it was then, so nothing remembers; only keep comes along for rewind.note, a table, number, string or boolean." => rewind::frames;
        "rewind.kept" "rewind.kept() -> integer" "Returns the most ticks that rewind.frames can go back from here, up to 3,600: a minute." => rewind::kept;
        "rewind.note" "rewind.note() -> any" "Returns what rewind.frames was given to keep, in the first tick after it; nil in every other tick." => rewind::note;
    }
    "Events" {
        "event.next" "event.next() -> event" "Returns the next event of this tick, nil when there are no more (for e in event.next do ... end). A table: kind is \"press\" or \"release\", with button, 0 to 31 as for btn, and player, 1 to 4, or key, as for key, and time, in seconds since the cart started, between ticks where the host knows it; or \"text\", with text that was typed; or \"drop\", for a picture dropped on the window, with name, and the QR code in it as text and matrix (for gen.qr), or problem, which says why there is none." => event::next;
    }
    "Keeping" {
        "store.save" "store.save(name, data)" "Keeps a table for the cart's next run, under a name of letters, digits, _ and -; nil forgets it. The table holds numbers, strings, booleans, lists and tables with strings as keys; 256 KiB a name, 64 names." => store::save;
        "store.load" "store.load(name) -> data" "Returns a copy of the table that was kept under a name, nil if there is none." => store::load;
    }
    "Grids" {
        "grid.new" "grid.new(w, h, [value=0]) -> grid" "Makes a grid of w columns and h rows, 1 to 4096, with a byte, 0 to 255, in each cell. Columns and rows count from 0. A table that is saved and put back takes the grids in it along." => grid::new;
        "grid.parse" "grid.parse(text) -> grid" "Makes a grid from lines of glyphs, as g:text gives them: # wall, . floor, + door and so on." => grid::parse, text 1;
        "grid:get" "g:get(x, y) -> value" "Returns the value of a cell; nil outside the grid." => grid::get;
        "grid:set" "g:set(x, y, value)" "Changes a cell; outside the grid nothing happens." => grid::set;
        "grid:width" "g:width() -> integer" "Returns the number of columns; #g is that of cells." => grid::width;
        "grid:height" "g:height() -> integer" "Returns the number of rows." => grid::height;
        "grid:fill" "g:fill(value, [x, y, w, h])" "Fills a rectangle, or the whole grid, with a value." => grid::fill;
        "grid:blit" "g:blit(grid, [x=0, y=0], [clear])" "Copies another grid into this one, its upper left corner at a cell; cells with the value clear are left out." => grid::blit;
        "grid:copy" "g:copy([x, y, w, h]) -> grid" "Makes a new grid of a part of this one, or of all of it." => grid::copy;
        "grid:rotate" "g:rotate([quarters=1]) -> grid" "Makes a new grid, turned clockwise by so many quarter turns." => grid::rotate;
        "grid:mirror" "g:mirror([upright=false]) -> grid" "Makes a new grid with left and right exchanged, or top and bottom if upright." => grid::mirror;
        "grid:flood" "g:flood(x, y, value, [diagonal=false]) -> count" "Gives a value to a cell and all cells of the same value that hang together with it; returns how many it was." => grid::flood;
        "grid:parts" "g:parts([diagonal=false]) -> list" "Returns the connected parts of the cells that one can walk on (not 0 wall, 13 rubble, 14 water or 18 rock): a list of {size, x, y}, where x, y is the first cell." => grid::parts;
        "grid:find" "g:find(value) -> list" "Returns all cells with a value: a list of {x, y}, row by row." => grid::find;
        "grid:count" "g:count(value) -> count" "Returns how many cells hold a value." => grid::count;
        "grid:outline" "g:outline(value, [diagonal=false]) -> list" "Returns the cells with a value that have a neighbor with another, or the edge: a list of {x, y}." => grid::outline;
        "grid:mask" "g:mask([diagonal=false]) -> grid" "Makes a grid that says which neighbors of each cell hold the same value, to choose tiles by: up 1, right 2, down 4, left 8; diagonal also right-up 16, right-down 32, left-down 64, left-up 128, where both sides beside the corner are set. Beyond the edge counts as the same." => grid::mask;
        "grid:text" "g:text() -> text" "Returns lines of glyphs, a line a row: # wall, . floor, + door and so on; ? for values above 19." => grid::text;
        "grid:fov" "g:fov(x, y, [radius=20], [blocks]) -> grid" "Makes a grid with 1 in every cell that is seen from a cell, walls that are seen included, and 0 elsewhere. Walls (0), rubble (13) and rock (18) cannot be seen through, or the values in a list blocks. Two floor cells see each other or neither does." => grid::fov;
        "grid:sees" "g:sees(x0, y0, x1, y1, [blocks]) -> boolean" "Tells whether the middle of a cell is seen from that of another, at any distance, as in g:fov; the same from both ends. What is in these two cells does not matter." => grid::sees;
        "grid:line" "g:line(x0, y0, x1, y1, [blocks]) -> list" "Returns the cells of a straight line between two, both included: a list of {x, y}, the same backwards. If one sees the other, nothing on it blocks." => grid::line;
        "grid:ray" "g:ray(x, y, dx, dy, [range], [blocks]) -> hit" "Follows a ray from a place in a direction until a wall (0), rubble (13) or rock (18), or a value in the list blocks, stops it. Places are in cells, so the middle of a cell is x+0.5, y+0.5, and what is in that cell does not stop the ray. Returns a table with the exact end, x, y, and the distance; if something was hit also value, column, row, and side, the side of the cell that was hit: left, right, top, bottom. Without a hit it ends at its range, in cells, or at the edge; nil from outside. At a corner it passes one wall and is stopped by two." => grid::ray;
        "grid:fan" "g:fan(x, y, angle, opening, count, [range], [blocks]) -> hits" "Sends out 1 to 4096 rays, spread over an opening angle around an angle, both in radians: 0 is right, a quarter turn more is down; from math.pi*2 on the opening is a full circle. Returns a list with the table of g:ray for each." => grid::fan;
        "grid:path" "g:path(x0, y0, x1, y1, [diagonal=false], [costs]) -> list" "Returns a cheapest way between two cells, both included: a list of {x, y}; nil if there is none. Entering a cell costs 1, and walls (0), rubble (13), water (14) and rock (18) are closed; costs[value] may say another cost, 1 to 255, or 0 for closed. A diagonal step is 1.4 times as far, and cuts no corner." => grid::path;
        "grid:field" "g:field(goal, [y], [diagonal=false], [costs]) -> grid" "Makes a grid with what the way from each cell to a goal costs, rounded down: 254 for that and more, 255 where no way leads. Without diagonal and costs it is the number of steps. Diagonal and costs are as for g:path. In place of a column and a row there may be a cell {x, y} or a list of cells, of which the nearest counts: g:field(cells, true)." => grid::field;
        "grid:flow" "g:flow(goal, [y], [diagonal=false], [costs]) -> grid" "Makes a grid with the direction of the first step from each cell to the goal, or the nearest of some, as for g:field: 1 up, 2 right, 3 down, 4 left, 5 right-up, 6 right-down, 7 left-down, 8 left-up; 0 at a goal, 255 where no way leads." => grid::flow;
        "grid:farthest" "g:farthest(goal, [y], [diagonal=false], [costs]) -> cell" "Returns the cell from which the way to the goal, or the nearest of some, costs most, as for g:field: {x, y, distance}; nil if one cannot walk at a goal." => grid::farthest;
        "grid:draw" "g:draw([x=0, y=0], [size=1], [colors])" "Draws each cell as a square. Its color is colors[value], and cells without one are left out; without the table it is the value." => grid::draw;
        "grid:spr" "g:spr([x=0, y=0], [sprites], [colorkey=-1], [scale=1])" "Draws each cell as a sprite of 8 pixels: sprites[value], and cells without one are left out; without the table the value is the sprite." => grid::spr;
        "grid:tomap" "g:tomap([x=0, y=0], [sprites])" "Writes each cell to the map as a tile: sprites[value], and cells without one stay as they are; without the table the value is the tile." => grid::tomap;
    }
    "Maps" {
        "steps:show" "s:show(step) -> grid" "Returns the map as it was after a step, 0 for before the first, at the cost of the changes in between. #s is the number of steps, and s[i] is a table: kind, text (a sentence), cells (a list of {x, y, before, after})." => steps::show;
        "gen.list" "gen.list() -> list" "Returns all generators: a list of {name, version, about, parameters}, each parameter with name, about, kind (integer, chance, choice or text), default, and low and high, options, or most." => maps::list;
        "gen.chain" "gen.chain(name, ...) -> map" "Makes a map with a generator and goes on with others, or with passes that change it: gen.chain(\"caves\", {seed=7}, \"loops\", {count=3}, \"ends\"). Links without a seed have the first one's." => maps::chain;
        "gen.passes" "gen.passes() -> list" "Returns all repairs and placements, which change the map before them in gen.chain, as gen.list does." => maps::passes;
        "gen.trace" "gen.trace(name, ...) -> steps" "Makes a map as gen.NAME or gen.chain does and returns how: its steps, which go forwards and backwards. A map to watch has at most 262144 cells (512x512)." => steps::trace;
    }
}
