import type { Result } from '../report.ts';
import { median } from '../statistics.ts';
import type { ConsoleWorld, Side } from './world.ts';

const rounds = 15;
const orders = ['created', 'events', 'sites', 'over'] as const;
type Order = (typeof orders)[number];

/**
 * Compares a page of 50,000 accounts by what they use with the page by their age
 * (docs/decisions/014-operator-search.md).
 */
export async function measureSorts({ manyAccounts, progress }: ConsoleWorld): Promise<Result[]> {
  const times: Record<Order, number>[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const time = { created: 0, events: 0, sites: 0, over: 0 };
    for (const order of orders) time[order] = await timePage(manyAccounts, order);
    if (round > 0) times.push(time);
    progress(`round ${round} of ${rounds}`);
  }
  const medianOf = (order: Order): number => median(times.map((one) => one[order]));
  return (['events', 'sites', 'over'] as const).map((order) => ({
    what: `a page of 50,000 accounts ${order === 'over' ? 'over fair use' : `by ${order}`} ÷ by created`,
    figures: `${medianOf(order).toFixed(1)} ms ÷ ${medianOf('created').toFixed(1)} ms`,
    ratios: [medianOf(order) / medianOf('created')],
    goal: { atMost: 3, aim: '3' },
    details: { times },
  }));
}

/** Milliseconds until the complete answer has arrived. */
async function timePage({ service, token }: Side, order: Order): Promise<number> {
  const query = order === 'over' ? { sort: 'events', over: 'fair_use' } : { sort: order };
  const input = encodeURIComponent(JSON.stringify({ limit: 50, ...query }));
  const begun = performance.now();
  const answer = await fetch(`${service.origin}/trpc/admin.accounts.list?input=${input}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(10_000),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`a page was answered with ${answer.status}: ${text.slice(0, 200)}`);
  return performance.now() - begun;
}
