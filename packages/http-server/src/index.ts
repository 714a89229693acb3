export { createBoundedServer } from './bounded-server.ts';
export { closeServer } from './close-server.ts';
export { takesCoding } from './takes-coding.ts';
