export { emptyDatabase, freshDatabase } from './server.ts';
