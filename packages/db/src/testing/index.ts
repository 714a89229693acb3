export { emptyDatabase, freshDatabase, testServer } from './server.ts';
