import { setFlagsFromString } from 'node:v8';

/** V8's name of the growth of the old part of the heap before it is collected. */
const flag = '--heap-growing-percent';
/** The flag as the service sets it, in percent of what lives. */
export const growthFlag = `${flag}=40`;

/**
 * Bounds the growth of the old part of the heap in all threads of this process that start later. By
 * itself V8 lets it grow to four times what lives there. Under load the rests of requests fill that
 * up, because they are still in use when V8 sorts new from old
 * (docs/decisions/112-memory-of-a-process.md). The heap itself gets no limit, so nothing ends
 * because of it. An operator's own setting of the flag stands.
 */
export function boundHeapGrowth(): void {
  const isGiven = process.execArgv.some((arg) => arg.replaceAll('_', '-').startsWith(flag));
  if (!isGiven) setFlagsFromString(growthFlag);
}
