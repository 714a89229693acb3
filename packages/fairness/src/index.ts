export { FairSemaphore, type Share } from './fair-semaphore.ts';
export { Overload } from './overload.ts';
