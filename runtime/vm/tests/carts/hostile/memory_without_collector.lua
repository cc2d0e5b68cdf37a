-- stops: budget
collectgarbage("stop")
while true do local t = {} end
