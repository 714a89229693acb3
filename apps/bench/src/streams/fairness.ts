import { setTimeout as sleep } from 'node:timers/promises';

import type { Result } from '../report.ts';
import { sum } from '../statistics.ts';
import { openSink } from './sinks.ts';
import {
  deliveredOf,
  dropStreams,
  eventsOf,
  makeStream,
  rewindStreams,
  smallAccounts,
  type StreamsWorld,
} from './world.ts';

const windowMs = 30_000;
const streamsOfLarge = 10;
/** Small, so that nobody has caught up within the window. */
const batch = 20;

/**
 * 200 accounts with a stream each and one with ten, whose tail is the longest, catch up for 30 s in
 * one process: how much the account delivered that got least, beside the one that got most.
 */
export async function measureFairness({ start, large, small, plain, progress }: StreamsWorld): Promise<Result> {
  const running = await start();
  const { sink, close } = await openSink('webhook');
  try {
    const of = { sink: { ...sink, batch } };
    for (const account of small) await makeStream(running.http, account, of);
    for (let nth = 0; nth < streamsOfLarge; nth += 1) await makeStream(running.http, large, of);
    await rewindStreams(plain);
    const begun = performance.now();
    let delivered = new Map<number, number>();
    const isFinished = (): boolean => Math.max(0, ...small.map(({ rowId }) => delivered.get(rowId) ?? 0)) >= most;
    while (performance.now() - begun < windowMs && !isFinished()) {
      await sleep(250);
      delivered = await deliveredOf(plain);
      progress(`${sum([...delivered.values()])} events`);
    }
    const seconds = (performance.now() - begun) / 1000;
    const { rows } = await plain.query<{ delivered: number }>(
      'SELECT delivered::int FROM stream WHERE account_no = $1 ORDER BY 1',
      [large.rowId],
    );
    const ofLarge = rows.map((row) => row.delivered);
    const counts = [...delivered.values()].sort((a, b) => a - b);
    const [least = 0, greatest = NaN] = [counts[0], counts.at(-1)];
    return {
      what: `${smallAccounts} accounts with a stream each and one with ten catch up: least ÷ most delivered of an account`,
      figures: `${least} ÷ ${greatest} events after ${seconds.toFixed(0)} s; the account with ten streams ${sum(ofLarge)}, ${ofLarge[0] ?? 0} to ${ofLarge.at(-1) ?? 0} each`,
      ratios: [least / greatest],
      goal: { atLeast: 0.5 },
      details: { counts, ofLarge },
    };
  } finally {
    await dropStreams(plain);
    await close();
    await running.stop();
  }
}

/** An account that has delivered this much has nearly caught up. */
const most = 0.9 * eventsOf.small;
