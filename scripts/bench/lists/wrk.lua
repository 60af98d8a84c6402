-- Asks the paths of a file in turn. PATHS names the file, TOKEN is the bearer token.
local requests, at = {}, 0
init = function()
  for path in io.lines(os.getenv('PATHS')) do
    requests[#requests + 1] = wrk.format('GET', path, { Authorization = 'Bearer ' .. os.getenv('TOKEN') })
  end
end
request = function()
  at = at % #requests + 1
  return requests[at]
end
done = function(summary, latency)
  local failed = summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.timeout
  io.write(string.format('RESULT {"perSecond":%.1f,"p50":%.2f,"p99":%.2f,"failed":%d}\n',
    summary.requests / (summary.duration / 1e6), latency:percentile(50) / 1000, latency:percentile(99) / 1000, failed))
end
