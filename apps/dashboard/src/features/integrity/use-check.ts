import { checkFile, NotChecked, verdictWords } from '@goal/browser-verifier';
import { useEffect, useRef, useState } from 'react';

import { verifierScript } from './verifier-script.ts';

type Words = ReturnType<typeof verdictWords>;

/** How far the check of a file is, or what came of it. */
export type Check =
  | { kind: 'none' | 'stopped' }
  | { kind: 'running'; name: string; bytes: number; size: number }
  | { kind: 'refused'; sentence: string }
  | { kind: 'verified' | 'fault'; name: string; words: Words };

/**
 * Checks a file in a worker, which the page ends when it goes away. `begin` without a file checks
 * the last one again.
 */
export function useCheck(checkpoints: string): {
  check: Check;
  begin: (file?: File) => void;
  stop: () => void;
} {
  const [check, setCheck] = useState<Check>({ kind: 'none' });
  const file = useRef<File>(undefined);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function run(chosen: File): Promise<void> {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    const { name, size } = chosen;
    setCheck({ kind: 'running', name, bytes: 0, size });
    const task = { file: chosen, vkeys: [], checkpoints: checkpoints.trim() === '' ? [] : [checkpoints] };
    const outcome = await checkFile(new Worker(verifierScript), task, {
      signal: mine.signal,
      onProgress: (bytes) => setCheck({ kind: 'running', name, bytes, size }),
    }).catch((error: unknown) => (error instanceof NotChecked ? error : new NotChecked(String(error))));
    // A later check has the page now.
    if (running.current !== mine) return;
    if (mine.signal.aborted) setCheck({ kind: 'stopped' });
    else if (outcome instanceof NotChecked) setCheck({ kind: 'refused', sentence: outcome.message });
    else {
      const words = verdictWords(outcome, {
        isPolicyGiven: false,
        howToGiveKey: 'to goal verify',
        howToGiveCheckpoint: 'given above',
      });
      setCheck({ kind: outcome.verified ? 'verified' : 'fault', name, words });
    }
  }

  return {
    check,
    begin: (chosen) => {
      file.current = chosen ?? file.current;
      if (file.current !== undefined) void run(file.current);
    },
    stop: () => running.current?.abort(),
  };
}
