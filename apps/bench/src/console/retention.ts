import type { Result } from '../report.ts';
import { median } from '../statistics.ts';
import type { ConsoleWorld, Side } from './world.ts';

const rounds = 60;

/**
 * The question that each page of the console asks, whether retention is held back, beside a call that looks up nothing but the token: in turns, with
 * 105,000 sites. It reads one row (docs/decisions/020-retention-worker.md), so it costs a few small calls and not a walk through the sites.
 */
export async function measureRetention({ many, progress }: Pick<ConsoleWorld, 'many' | 'progress'>): Promise<Result[]> {
  const times: { retention: number; small: number }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const time = { retention: await timeOf(many, 'retention'), small: await timeOf(many, 'whoami') };
    if (round > 0) times.push(time);
    progress(`round ${round} of ${rounds}`);
  }
  const [retention, small] = [median(times.map((one) => one.retention)), median(times.map((one) => one.small))];
  return [
    {
      what: 'GET /admin/retention with 105,000 sites ÷ GET /admin/whoami',
      figures: `${retention.toFixed(1)} ms ÷ ${small.toFixed(1)} ms`,
      ratios: [retention / small],
      goal: { atMost: 5, aim: '5' },
      details: { times },
    },
  ];
}

/** Milliseconds until the whole answer is there. Throws unless it is a success. */
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
