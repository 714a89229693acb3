import type { Result } from '../report.ts';
import { formatPercentile, ratiosOf, timeAlternating } from '../measures/timing.ts';
import { at } from '../world/random.ts';
import { inWords, type ProofWorld } from './world.ts';

const rounds = 5;
const turns = 100;

/** Compares the proof that an event is in the log with the event itself, over REST, alternating. */
export async function measureInclusion({ large, progress }: ProofWorld): Promise<Result> {
  const { http, plain, account, sites, events } = await large();
  const { rows } = await plain.query<{ id: string; site: number }>(
    'SELECT id::text, site FROM event WHERE account = $1 ORDER BY random() LIMIT $2',
    [account.rowId, turns * (rounds + 1)],
  );
  const siteOf = new Map(sites.map((site) => [site.rowId, site]));
  const reads = rows.flatMap(({ id, site }) => {
    const own = siteOf.get(site);
    return own === undefined ? [] : [{ id, token: own.token, domain: own.domain }];
  });
  let asked = 0;
  const found = await timeAlternating({ rounds, turns, progress }, () => {
    const { id, token, domain } = at(reads, asked % reads.length);
    asked += 1;
    return {
      proof: () => http.send({ path: `/events/${id}/proof`, token, domain }),
      event: () => http.send({ path: `/events/${id}`, token, domain }),
    };
  });
  return {
    what: `inclusion proof ÷ the event by its id, over REST, account of ${inWords(events)}`,
    figures: `p50 ${formatPercentile(found, 'proof')} ÷ ${formatPercentile(found, 'event')} (p95 ${formatPercentile(found, 'proof', 0.95)}, ${formatPercentile(found, 'event', 0.95)})`,
    ratios: ratiosOf(found, 'proof', 'event'),
    goal: { atMost: 8, aim: '4' },
  };
}
