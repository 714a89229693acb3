import { useCallback, useState } from 'react';

/** A row that disappears or can no longer be selected does not count. */
export function useTicked(tickable: readonly string[]) {
  const [all, setAll] = useState<ReadonlySet<string>>(new Set());
  const ticked = tickable.filter((id) => all.has(id));
  const tick = useCallback((ids: readonly string[], on: boolean) => {
    setAll((before) => {
      const after = new Set(before);
      for (const id of ids) {
        if (on) after.add(id);
        else after.delete(id);
      }
      return after;
    });
  }, []);
  const clear = useCallback(() => setAll(new Set()), []);
  return { ticked, tick, clear };
}
