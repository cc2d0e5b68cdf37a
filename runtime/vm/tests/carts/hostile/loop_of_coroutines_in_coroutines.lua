-- stops: runtime
local function nest()
  coroutine.wrap(nest)()
end
nest()
