import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

import { timed } from '../measures/timing.ts';
import type { Result } from '../report.ts';
import { median } from '../statistics.ts';
import { inWords, type ProofWorld } from './world.ts';

const script = new URL('../../../../packages/browser-verifier/dist/bundle/worker.js', import.meta.url);
const rounds = 2;
const goalSeconds = 60;

/**
 * What the script of a browser's worker finds around it, for a thread of Node: messages, and a file
 * whose parts are read as those of a `File` are.
 */
const surroundings = `
const { open, stat } = require('node:fs/promises');
const { parentPort, workerData } = require('node:worker_threads');
const fileOf = async (name) => {
  const [handle, { size }] = await Promise.all([open(name), stat(name)]);
  const read = async (from, to) => {
    const part = new Uint8Array(Math.min(to, size) - from);
    await handle.read(part, 0, part.length, from);
    return part.buffer;
  };
  return { size, slice: (from, to) => ({ arrayBuffer: () => read(from, to) }) };
};
globalThis.postMessage = (told) => parentPort.postMessage(told);
globalThis.addEventListener = (kind, hear) =>
  parentPort.on(kind, async ({ file, ...task }) => hear({ data: { ...task, file: await fileOf(file) } }));
import(workerData);`;

/** What the worker says (browser-verifier/src/worker.ts). */
type Told =
  | { kind: 'progress' }
  | { kind: 'verdict'; verdict: { verified: boolean } }
  | { kind: 'refused'; sentence: string };

/**
 * Measures the check of a bundle by the script that browsers load, in a worker of Node. It has the
 * JavaScript engine of Chromium, and nothing of a page.
 */
export async function measureBrowser({ large, bundleFile, progress }: ProofWorld): Promise<Result> {
  const { events } = await large();
  const file = await bundleFile();
  const seconds: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    seconds.push((await timed(() => check(file))) / 1000);
    progress(`round ${round} of ${rounds}`);
  }
  const ofMillion = seconds.map((one) => (one * 1_000_000) / events);
  return {
    what: `the browser's check of a million events ÷ ${goalSeconds} s, by its script in a worker of Node`,
    figures: `${median(ofMillion).toFixed(1)} s, from ${median(seconds).toFixed(1)} s for ${inWords(events)}`,
    ratios: ofMillion.map((one) => one / goalSeconds),
    goal: { atMost: 1 },
  };
}

async function check(file: string): Promise<void> {
  const worker = new Worker(surroundings, { eval: true, workerData: script.href });
  try {
    await new Promise<void>((resolve, reject) => {
      worker.on('error', reject);
      worker.on('exit', () => reject(new Error(`${fileURLToPath(script)} ended without a verdict`)));
      worker.on('message', (told: Told) => {
        if (told.kind === 'verdict' && told.verdict.verified) resolve();
        else if (told.kind !== 'progress') reject(new Error(`the check said ${JSON.stringify(told)}`));
      });
      worker.postMessage({ file, vkeys: [], checkpoints: [] });
    });
  } finally {
    await worker.terminate();
  }
}
