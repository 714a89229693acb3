import { Worker } from 'node:worker_threads';

// A process whose threads all seal the same accounts, without a pause, until it is killed.
const { program, threads, accounts, data } = JSON.parse(process.argv[2] ?? '');
const sealers = Array.from({ length: threads }, () => new Worker(new URL(program), { workerData: data }));
for (const sealer of sealers) sealer.postMessage({ kind: 'start' });
setInterval(() => {
  for (const sealer of sealers) sealer.postMessage({ kind: 'ring', accounts });
}, 10);
