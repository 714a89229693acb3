import type { ExportProgress } from '@goal/contract';

/** How an export ended: all of it was handed over, or its reader has a file that is not whole. */
export type Ending = 'whole' | 'cut_off';

/** The last export of a key: the one that runs, or how it ended. */
export type LastExport = ExportProgress & { state: 'running' | Ending };

/** Of the last exports of a key that several processes know, the one that began last. */
export const newestExport = (all: readonly (LastExport | null | undefined)[]): LastExport | null =>
  all
    .filter((one) => one !== null && one !== undefined)
    .reduce<LastExport | null>((a, b) => (a !== null && a.started_at > b.started_at ? a : b), null);
