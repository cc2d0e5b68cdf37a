-- title:  bench call pix
-- script: lua
-- 32,640 calls of one API function; call_empty.lua is the same with an empty one
function TIC()
  for y=0,135 do
    for x=0,239 do
      pix(x,y,3)
    end
  end
end
