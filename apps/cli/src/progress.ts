import { tell } from './terminal.ts';

const intervalMs = 2000;

/** Prints the progress of the current table at most every two seconds. */
export function progress(): (table: string, bytes: number) => void {
  let last = performance.now();
  return (table, bytes) => {
    if (performance.now() - last < intervalMs) return;
    last = performance.now();
    tell(`${table}: ${megabytes(bytes)}`);
  };
}

/** Formats a number of bytes: `12.3 MB`. */
export const megabytes = (bytes: number): string =>
  `${new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(bytes / 1e6)} MB`;
