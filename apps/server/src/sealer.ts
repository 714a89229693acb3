import { parentPort, workerData } from 'node:worker_threads';

import { runSealer, type ThreadData } from '@goal/core';

/** The thread that seals the signed logs. */
if (parentPort === null) throw new Error('this program runs in a thread of another one');
// The thread is started by `ThreadSealer` alone.
runSealer(parentPort, workerData as ThreadData);
