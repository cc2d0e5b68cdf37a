-- title:  bench call empty
-- script: lua
-- 32,640 calls of an empty Lua function; call_pix.lua is the same with pix
function empty(x,y,c) end
function TIC()
  for y=0,135 do
    for x=0,239 do
      empty(x,y,3)
    end
  end
end
