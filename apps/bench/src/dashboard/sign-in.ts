import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

import type { Result } from '../report.ts';
import { median } from '../statistics.ts';
import type { DashboardWorld } from './world.ts';

const rounds = 15;
/** The parameters with which the service hashes passwords. */
const cost = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 2 ** 20 };

/**
 * Compares a sign-in by password at the dashboard with the hash of a password alone, alternating
 * between them.
 */
export async function measureSignIn({ dashboard, large: { owner }, progress }: DashboardWorld): Promise<Result> {
  const derive = promisify<string, Buffer, number, typeof cost, Buffer>(scrypt);
  const alone = (): Promise<unknown> => derive(owner.password, randomBytes(16), 32, cost);
  const signIn = async (): Promise<void> => {
    const answer = await fetch(`${dashboard}/api/entry/password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: dashboard },
      body: JSON.stringify({ email: owner.email, password: owner.password }),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`a sign-in was answered with ${answer.status}: ${text}`);
  };
  const times: { signIn: number; alone: number }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const time = { signIn: await timeOf(signIn), alone: await timeOf(alone) };
    if (round > 0) times.push(time);
    progress(`round ${round} of ${rounds}`);
  }
  const [above, below] = [median(times.map((one) => one.signIn)), median(times.map((one) => one.alone))];
  return {
    what: 'sign-in by password ÷ scrypt alone',
    figures: `${above.toFixed(0)} ms ÷ ${below.toFixed(0)} ms`,
    ratios: times.map((one) => one.signIn / one.alone),
    goal: { atMost: 1.3 },
    details: { times },
  };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
