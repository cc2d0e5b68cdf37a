local greeting = {}

function greeting.to(name)
  return "hello " .. name
end

return greeting
