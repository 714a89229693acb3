import type { Verdict } from '@goal/signed-log';

import type { Task, Told } from './worker.ts';

/** The file is no bundle, or cannot be read: nothing was verified. */
export class NotChecked extends Error {}

/**
 * Checks a bundle in a worker, which ends with the check; `signal` ends both, and is new for
 * each check. `onProgress` hears how
 * many bytes were read. Throws `NotChecked` with a sentence where there is no verdict.
 */
export function checkFile(
  worker: Worker,
  task: Task,
  { onProgress, signal }: { onProgress: (bytes: number) => void; signal: AbortSignal },
): Promise<Verdict> {
  const ended = new Promise<Verdict>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    worker.addEventListener('error', () => reject(new NotChecked('the script of the check could not be loaded')));
    worker.addEventListener('message', ({ data }: MessageEvent<Told>) => {
      if (data.kind === 'progress') onProgress(data.bytes);
      else if (data.kind === 'verdict') resolve(data.verdict);
      else reject(new NotChecked(data.sentence));
    });
    worker.postMessage(task);
  });
  return ended.finally(() => worker.terminate());
}
