import { setFlagsFromString } from 'node:v8';

/** How much the old part of the heap grows before it is collected, in percent of what lives. */
const growthPercent = 40;

/**
 * Bounds the garbage of this process, in all its threads. By itself V8 lets the old part of the
 * heap grow to four times of what lives there. Under load the rests of requests fill that up,
 * because they are still in use when V8 sorts new from old
 * (docs/decisions/112-memory-of-a-process.md). The heap itself gets no limit, so nothing ends
 * because of it.
 */
export function boundHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
}
