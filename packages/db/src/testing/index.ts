export { floorFaults } from './floors.ts';
export { rowsOf, runsOf } from './long-run.ts';
export { openPatientDatabase } from './patient.ts';
export { copyFilledFolder, embeddedUrl, emptyDatabase, freshDatabase, serverOf } from './server.ts';
export { startRedis, type TestRedis } from './redis.ts';
export { atLast, testLimitMs, until, waitLimitMs } from './waiting.ts';
