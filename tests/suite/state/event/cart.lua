-- title: events
-- console: downbeat
-- desc: every press and release of a tick, once

function TIC()
  for e in event.next do
    local what = e.button and "button " .. e.button .. " of player " .. e.player or "key " .. e.key
    trace(("%s %s at %.6f"):format(e.kind, what, e.time))
  end
  assert(event.next() == nil)
end
