export { floorFaults } from './floors.ts';
export { rowsOf, runsOf } from './long-run.ts';
export { openPatientDatabase } from './patient.ts';
export { emptyDatabase, freshDatabase, serverOf } from './databases.ts';
export { copyFilledFolder, embeddedUrl } from './folders.ts';
export { hashCheaply } from './hash-cheaply.ts';
export { mailText, startMailServer, type ReceivedMail, type TestMailServer } from './mail-server.ts';
export { startRedis, type TestRedis } from './redis.ts';
export { atLast, testLimitMs, until, waitLimitMs } from './waiting.ts';
