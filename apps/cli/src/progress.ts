import { tell } from './with-core.ts';

const pause = 2000;

/** Says every two seconds how far a table is, for the person who waits. */
export function progress(): (table: string, bytes: number) => void {
  let last = performance.now();
  return (table, bytes) => {
    if (performance.now() - last < pause) return;
    last = performance.now();
    tell(`${table}: ${megabytes(bytes)}`);
  };
}

/** Bytes in words: `12.3 MB`. */
export const megabytes = (bytes: number): string =>
  `${new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(bytes / 1e6)} MB`;
