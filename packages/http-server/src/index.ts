export { createBoundedServer } from './bounded-server.ts';
export { takesGzip } from './takes-gzip.ts';
