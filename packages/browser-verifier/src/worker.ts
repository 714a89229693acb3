import { checkpointsIn, NotReadable, verifyBundle, type Verdict } from '@goal/signed-log';

import { browserCrypto } from './crypto.ts';

/** What the worker checks. */
export interface Task {
  file: Blob;
  vkeys: readonly string[];
  /** Texts that hold older checkpoints. */
  checkpoints: readonly string[];
}

/** What the worker says, in the end a verdict or a refusal. */
export type Told =
  | { kind: 'progress'; bytes: number }
  | { kind: 'verdict'; verdict: Verdict }
  | { kind: 'refused'; sentence: string };

/** Large enough to be quick, and small enough that progress is told several times a second. */
const partBytes = 2_097_152;

addEventListener('message', ({ data }: MessageEvent<Task>) => void check(data));

async function check({ file, vkeys, checkpoints }: Task): Promise<void> {
  try {
    const verdict = await verifyBundle(partsOf(file), {
      crypto: browserCrypto,
      vkeys,
      checkpoints: checkpoints.flatMap(checkpointsOf),
      onProgress: (bytes) => tell({ kind: 'progress', bytes }),
    });
    tell({ kind: 'verdict', verdict });
  } catch (error) {
    tell({ kind: 'refused', sentence: sentenceOf(error) });
  }
}

function checkpointsOf(text: string): string[] {
  const found = checkpointsIn(text);
  if (found.length === 0) throw new NotReadable('no checkpoint is in the text that was given');
  return found;
}

// Not by `Blob.stream`, which some browsers do not iterate.
async function* partsOf(file: Blob): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += partBytes)
    yield new Uint8Array(await file.slice(at, at + partBytes).arrayBuffer());
}

function sentenceOf(error: unknown): string {
  if (error instanceof NotReadable) return error.message;
  if (error instanceof DOMException) return 'the browser could not read the file: it was changed, moved or deleted';
  return `the check failed: ${error instanceof Error ? error.message : String(error)}`;
}

const tell = (told: Told): void => postMessage(told);
