import { useCallback, useState } from 'react';

/**
 * The rows that are ticked, by their ids: of those that may be ticked now alone. What is not shown any more, or was changed meanwhile, is not ticked.
 * `on` sets one or several.
 */
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
