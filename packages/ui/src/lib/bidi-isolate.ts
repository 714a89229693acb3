export { bidiIsolate } from '@goal/contract';
