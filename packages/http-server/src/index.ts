export { createBoundedServer } from './bounded-server.ts';
export { closeServer } from './close-server.ts';
export { takesGzip } from './takes-gzip.ts';
