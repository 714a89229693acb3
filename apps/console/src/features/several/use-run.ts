import { useCallback, useRef, useState } from 'react';

import { type Outcome, runRows } from './run-rows.ts';

/** An act on several rows, one after the other, with the outcome of each. */
export function useRun(act: (id: string) => Promise<string>) {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [isRunning, setRunning] = useState(false);
  const isStopped = useRef(false);
  const start = async (ids: readonly string[]): Promise<void> => {
    isStopped.current = false;
    setRunning(true);
    await runRows(ids, {
      act,
      onOutcome: (id, outcome) => setOutcomes((before) => new Map(before).set(id, outcome)),
      isStopped: () => isStopped.current,
    });
    setRunning(false);
  };
  const stop = useCallback(() => (isStopped.current = true), []);
  return { outcomes, isRunning, start, stop };
}
