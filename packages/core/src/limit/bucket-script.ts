/** Microseconds by the clock of Redis, which all instances share. */
const serverTime = `local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]`;
/** Milliseconds until the bucket is full again. */
const untilFull = 'math.ceil(spent / (rate * 1000)) + 1';

/**
 * `takeToken` of `bucket.ts` as one atomic step in Redis. KEYS[1] is the bucket, ARGV are rate and
 * burst. Returns 1 or 0 (granted), and what is spent afterwards, in millionths of a token. All
 * numbers are integers below 2^53, which Lua represents exactly. A bucket expires when it is full
 * again.
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
