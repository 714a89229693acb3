import type { StatusView } from '@goal/contract';
import { countOf } from '@goal/ui/lib/numbers.ts';

/** Whether somebody is wanted, as a state, a sign that needs no colour, and words. */
export type HealthState = { state: 'asking' | 'well' | 'wanted' | 'unknown'; sign: string; words: string };

/** `isFailed`: the last question was not answered, so an older answer no longer counts. */
export function healthState(concerns: StatusView['concerns'] | undefined, isFailed: boolean): HealthState {
  if (isFailed) return { state: 'unknown', sign: '?', words: 'Not known' };
  if (concerns === undefined) return { state: 'asking', sign: '…', words: 'Asking' };
  if (concerns.length === 0) return { state: 'well', sign: '✓', words: 'All is well' };
  return { state: 'wanted', sign: '!', words: `Wanted: ${countOf(concerns.length, 'thing')}` };
}
