import type { Result } from '../report.ts';
import { median } from '../statistics.ts';
import type { ConsoleWorld, Side } from './world.ts';

const rounds = 60;

/**
 * Compares the call that each page of the console makes to learn whether retention is held back
 * with a call that looks up only the token, alternating, with 105,000 sites. The first reads one
 * row (docs/decisions/020-retention-worker.md), so its cost must not grow with the number of sites.
 */
export async function measureRetention({
  manyAccounts,
  progress,
}: Pick<ConsoleWorld, 'manyAccounts' | 'progress'>): Promise<Result[]> {
  const times: { retention: number; whoami: number }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const time = { retention: await timeOf(manyAccounts, 'retention'), whoami: await timeOf(manyAccounts, 'whoami') };
    if (round > 0) times.push(time);
    progress(`round ${round} of ${rounds}`);
  }
  const [retention, whoami] = [median(times.map((one) => one.retention)), median(times.map((one) => one.whoami))];
  return [
    {
      what: 'GET /admin/retention with 105,000 sites ÷ GET /admin/whoami',
      figures: `${retention.toFixed(1)} ms ÷ ${whoami.toFixed(1)} ms`,
      ratios: [retention / whoami],
      goal: { atMost: 5, aim: '5' },
      details: { times },
    },
  ];
}

/** Milliseconds until the complete answer has arrived. Throws if it is an error. */
async function timeOf({ service, token }: Side, path: string): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(`${service.origin}/v1/goal/admin/${path}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(10_000),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`GET /admin/${path}: ${answer.status} ${text}`);
  return performance.now() - begun;
}
