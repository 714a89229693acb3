export { copyFilledFolder, emptyDatabase, freshDatabase } from './server.ts';
export { startRedis, type TestRedis } from './redis.ts';
