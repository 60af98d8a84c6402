-- Requests and report of wrk. Arguments: a file with one request a line (headers, then the path, separated by tabs), which are sent one
-- after the other; milliseconds between a response and the next request.
local requests, at = {}, 0

function init(args)
  for line in io.lines(args[1]) do
    local headers, path = {}, ""
    for part in line:gmatch("[^\t]+") do
      local name, value = part:match("^([%w-]+): (.*)$")
      if name then headers[name] = value else path = part end
    end
    requests[#requests + 1] = wrk.format("GET", path, headers)
  end
  local pause = tonumber(args[2])
  -- wrk sets a timer for each request as soon as there is such a function.
  if pause > 0 then delay = function() return pause end end
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\nwrk: {"requests": %d, "microseconds": %d, "bytes": %d, "p50": %.3f, "p99": %.3f, "longest": %.3f, "failed": %d}\n',
    summary.requests, summary.duration, summary.bytes, latency:percentile(50) / 1000, latency:percentile(99) / 1000, latency.max / 1000,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
