import { refillOf } from '@goal/db/testing';
import { expect } from 'vitest';

import type { Answer } from './harness.ts';

export type Ask = () => Promise<Answer>;

export const policyOf = ({ headers }: Answer) => headers['ratelimit-policy'];

/** Parses the `RateLimit` header. */
export function stateOf({ headers, request }: Answer): { name: string; left: number; seconds: number } {
  const header = String(headers['ratelimit']);
  const [, name = '', left, seconds] =
    /^"(\w+)";r=(\d+);t=(\d+)$/.exec(header) ?? expect.fail(`${request}: RateLimit: ${header}`);
  return { name, left: Number(left), seconds: Number(seconds) };
}

/** Checks that the answer carries no rate headers. */
export function unlimited(answer: Answer): void {
  const names = Object.keys(answer.headers);
  const ofRate = names.filter((name) => name.startsWith('ratelimit') || name === 'retry-after');
  expect(ofRate, answer.request).toEqual([]);
}

/** Checks for a 429 with all its headers. */
function limited(answer: Answer, name: string): void {
  answer.refused(429, 'rate limited');
  expect(stateOf(answer)).toMatchObject({ name, left: 0 });
  expect(String(answer.headers['retry-after'])).toMatch(/^[1-9][0-9]*$/);
}

/**
 * Sends many requests at once; returns the answers, and how many tokens may have been refilled
 * meanwhile.
 */
export async function storm(
  times: number,
  rate: number,
  ask: (at: number) => Promise<Answer>,
): Promise<{ answers: Answer[]; refilled: number }> {
  const refill = refillOf(rate);
  const answers = await Promise.all(Array.from({ length: times }, (_, at) => ask(at)));
  return { answers, refilled: refill() };
}

/**
 * Sends a burst to a full bucket: at least the burst is granted, at most the refill besides; the
 * rest is 429.
 */
export async function expectBurst(
  name: string,
  { rate, burst }: { rate: number; burst: number },
  ask: (at: number) => Promise<Answer>,
): Promise<void> {
  const { answers, refilled } = await storm(burst + 40, rate, ask);
  const refused = answers.filter(({ status }) => status === 429);
  const granted = answers.length - refused.length;
  expect(granted).toBeGreaterThanOrEqual(burst);
  expect(granted).toBeLessThanOrEqual(burst + refilled);
  for (const answer of refused) limited(answer, name);
  for (const answer of answers) expect(policyOf(answer)).toBe(`"${name}";q=${burst};w=${burst / rate}`);
}
