/** Microseconds by the server's clock: all instances share it. */
const serverTime = `local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]`;
/** Milliseconds. */
const untilFull = 'math.ceil(spent / (rate * 1000)) + 1';

/**
 * `takeToken` of `bucket.ts` in one atomic step of Redis: KEYS[1] is the bucket, ARGV rate and burst. Answers with 1 or 0 (granted), and what is spent
 * after it, in millionths of a token. All numbers are whole and below 2^53, which Lua counts exactly. A bucket lives until it is full again.
 */
export function bucketScript({ clock = serverTime, life = untilFull } = {}): string {
  return `${clock}
local rate, full = tonumber(ARGV[1]), ARGV[2] * 1000000
local spent = 0
local kept = redis.call('GET', KEYS[1])
if kept then
  local before, at, filling = string.match(kept, '^(%d+) (%d+) (%d+)$')
  spent = before - math.max(0, now - at) * filling
end
spent = math.min(math.max(spent, 0), full)
local granted = 0
if spent + 1000000 <= full then
  granted = 1
  spent = spent + 1000000
end
redis.call('SET', KEYS[1], string.format('%.0f %.0f %.0f', spent, now, rate), 'PX', ${life})
return {granted, spent}`;
}
