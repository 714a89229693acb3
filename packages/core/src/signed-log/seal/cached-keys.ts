import { signingKeys, type LogKey } from '../keys/log-keys.ts';
import type { Sealing } from './seal-account.ts';

/** Keys are read again after this time, because an operator may exchange them. */
const keysMemoryMs = 5000;

/** The keys, as they were a moment ago. A failure is not remembered. */
export function cachedKeys(pool: Sealing['pool'], seeds: readonly Uint8Array[]): Sealing['keys'] {
  let kept: { keys: Promise<readonly LogKey[]>; until: number } | undefined;
  return () => {
    if (kept === undefined || kept.until <= performance.now()) {
      const keys = signingKeys(pool, seeds);
      kept = { keys, until: performance.now() + keysMemoryMs };
      keys.catch(() => (kept = undefined));
    }
    return kept.keys;
  };
}
