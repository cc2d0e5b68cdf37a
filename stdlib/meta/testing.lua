---@meta downbeat.testing
-- What test files have beside the cart's own, for language servers; carts
-- never load this file. docs/guide/testing.md explains it.

---@class PressOptions
---@field [1]? string|integer # an action, a button or a key
---@field action? string
---@field button? string|integer # up down left right a b x y, or 0 to 31
---@field key? string|integer # "space", or a code
---@field beat? number # on which beat
---@field late? number # beats after it, negative before it
---@field ms? number # milliseconds after that
---@field hold? number # ticks
---@field player? integer # 1 to 4

---@class TestOptions
---@field seed? integer # of math.random
---@field store? table<string, table> # what store.load finds
---@field pmem? integer[] # the first is slot 0
---@field ticks? integer # the most it may take
---@field skip? string # why it is not run

---@class Verdict
---@field beat integer
---@field player integer # 1 to 4
---@field verdict string
---@field error? number # beats
---@field ms? number
---@field action? string
---@field instead_of? string

---Names a test.
---@param name string
---@param run fun(t: Test)
---@overload fun(name: string, options: TestOptions, run: fun(t: Test))
function test(name, run) end

---@class Expectation
local Expectation = {}

---Equal; tables by what is in them.
---@return Expectation
function Expectation:is(wanted) end

---Not equal.
---@return Expectation
function Expectation:is_not(unwanted) end

---A table with at least these fields.
---@param fields table
---@return Expectation
function Expectation:has(fields) end

---Numbers that are not further apart, also in tables.
---@param tolerance? number
---@return Expectation
function Expectation:near(wanted, tolerance) end

---@param limit number
---@return Expectation
function Expectation:above(limit) end

---@param limit number
---@return Expectation
function Expectation:below(limit) end

---@param limit number
---@return Expectation
function Expectation:at_least(limit) end

---@param limit number
---@return Expectation
function Expectation:at_most(limit) end

---A text with this in it, or a table with this among its values.
---@return Expectation
function Expectation:contains(part) end

---A function that stops with such an error.
---@param pattern? string
---@return Expectation
function Expectation:fails(pattern) end

---@class Expect
---@overload fun(value: any, label?: string): Expectation
expect = {}

---The picture is the one that `downbeat test --update` kept.
---@param name string
function expect.frame(name) end

---All in the sound registers so far is what `downbeat test --update` kept.
---@param name string
function expect.sound(name) end

---@class Test
local Test = {}

---Plays ticks of 1/60 s.
---@param ticks? integer # 1 if left out
---@return integer ran
function Test:run(ticks) end

---Plays until the music is at a beat.
---@param beat number
---@return integer ran
function Test:until_beat(beat) end

---Plays until the condition holds; fails if it does not in time.
---@param condition fun(t: Test): any
---@param most? integer # 600 ticks if left out
---@return integer ran
function Test:wait_for(condition, most) end

---Calls a bot before every tick and presses what it gives; true ends it.
---@param bot fun(t: Test, n?: integer): string|PressOptions|PressOptions[]|boolean?
---@param most integer # ticks
---@return boolean ended, integer ticks
function Test:play(bot, most) end

---Presses something, at the next tick or at its time.
---@param what string|integer|PressOptions
---@param options? PressOptions
---@return Test
function Test:press(what, options) end

---Holds something for so many ticks, or until it is released.
---@param what string|integer|PressOptions
---@param ticks? integer
---@param options? PressOptions
---@return Test
function Test:hold(what, ticks, options) end

---Lets go of something, or of everything.
---@param what? string|integer|PressOptions
---@param options? PressOptions
---@return Test
function Test:release(what, options) end

---Moves the mouse on the screen.
---@param x integer
---@param y integer
---@param buttons? {left?: boolean, middle?: boolean, right?: boolean, scroll_x?: integer, scroll_y?: integer}
---@return Test
function Test:mouse(x, y, buttons) end

---Types or pastes a text.
---@param text string
---@return Test
function Test:type(text) end

---Drops a picture on the window, with the QR code of a text or a problem.
---@param name string
---@param code {text?: string, matrix?: string, problem?: string}
---@return Test
function Test:drop(name, code) end

---Chooses in the cart's own menu, counted from 0.
---@param index integer
function Test:menu(index) end

---All verdicts so far.
---@return Verdict[]
function Test:verdicts() end

---The last verdict.
---@return Verdict?
function Test:verdict() end

---How many verdicts of a kind there were.
---@param verdict string
---@return integer
function Test:count(verdict) end

---How many ticks have been played.
---@return integer
function Test:tick() end

---Whether the cart has called exit().
---@return boolean
function Test:exited() end

---The lines that were traced.
---@return string[]
function Test:traces() end

---A pixel as a player sees it, such as "38b764".
---@param x integer
---@param y integer
---@return string rrggbb
function Test:pixel(x, y) end

---The locals outside of a function that it uses, by name.
---@param func function
---@return table<string, any>
function Test:locals(func) end

---Writes a picture.
---@param file string # ends with .png
function Test:screenshot(file) end

---Writes a replay of the test so far.
---@param file string # ends with .json
function Test:save_replay(file) end
