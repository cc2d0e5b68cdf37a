-- stops: budget 4
local s = ("a"):rep(1000000)
local p = ("a"):rep(500000) .. "b"
local _ = s:find(p, 1, true)
