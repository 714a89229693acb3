import { eventCountShape, setAsideShape, streamTestShape, type StreamView } from '@goal/contract';
import { rowsOf, until } from '@goal/db/testing';
import { afterAll, expect, onTestFinished, test } from 'vitest';

import { openHangingReceiver, type HangingKind, type HangingReceiver } from './hanging-receiver.ts';
import { makeEvent, startService, type Account } from './harness.ts';
import { askingPauseMs, makeStream, openReceiver, readStream, untilStream } from './stream-receiver.ts';

// A receiver that ends the connection on an event says nothing: it may be unable to read that one,
// or it may be down.

const service = await startService({ streams: { allowNets: '127.0.0.0/8' } });
afterAll(() => service.stop());

/** The two that differ most are in each run. */
const kinds = rowsOf<HangingKind>(['webhook', 'syslog'], ['splunk', 'otlp', 's3']);
const poison = 'poison: it hangs up on this one';
/** Events of which those at some places are poison. */
const eventsOf = (count: number, poisoned: readonly number[]): object[] =>
  Array.from({ length: count }, (_, at) => makeEvent({ message: poisoned.includes(at) ? poison : `event ${at}` }));

async function scene(kind: HangingKind, sink: Record<string, unknown> = {}) {
  const receiver = await openHangingReceiver(kind);
  receiver.hangsUpOn = (message) => message.startsWith('poison');
  onTestFinished(() => receiver.close());
  const account = await service.makeAccount();
  const site = await service.makeSite(account);
  const { id } = await makeStream(account, { ...receiver.sink, ...sink });
  // A file does not wait for its minute here.
  if (kind === 's3')
    await service.db.work.query(`update stream set sink = sink || '{"minutes": 0}' where id = $1`, [id]);
  return { receiver, account, site, id };
}

/** Waits until a stream is as asked; the pauses between its attempts are skipped. */
async function soon(account: Account, id: string, is: (stream: StreamView) => boolean): Promise<StreamView> {
  let last: StreamView | undefined;
  const asked = async (): Promise<boolean> => {
    await skipPause(id);
    last = await readStream(account, id);
    return is(last);
  };
  await until(asked, undefined, askingPauseMs);
  if (last === undefined) throw new Error('no stream was read');
  return last;
}

const skipPause = (id: string) =>
  service.db.work.query('update stream set next_at = clock_timestamp() where id = $1 and next_at > clock_timestamp()', [
    id,
  ]);

/** The ids of the account's events, in the order of the tail. */
async function idsOf(account: Account): Promise<number[]> {
  const tail = await account.call('GET', '/events/tail?after=0&limit=1000');
  return (tail.body as { events: { id: number }[] }).events.map(({ id }) => id);
}

const setAside = async (account: Account, id: string) =>
  (await account.call('GET', `/streams/${id}/set-aside`)).as(200, setAsideShape).events;

/** A connection that is closed with something unread on it breaks off. */
const hungUp = 'the (sink ended the connection|connection broke off)';

/** What came, each event once, in the order of its first arrival. */
const first = ({ taken }: HangingReceiver): number[] => [...new Set(taken)];

test.for(kinds)(
  'R§15.7: %s: an event on which the receiver hangs up is set aside with its length, and all others arrive in order',
  async (kind) => {
    const { receiver, account, site, id } = await scene(kind);
    const poisoned = [0, 17, 18, 39];
    await service.ingest(site, eventsOf(40, poisoned));
    const named = await soon(account, id, ({ last_error: error }) => error?.includes('bytes') === true);
    const ids = await idsOf(account);
    expect(named.last_error).toMatch(new RegExp(`^event ${ids[0]}, \\d+ bytes: ${hungUp}`));
    const view = await soon(account, id, ({ set_aside: aside }) => aside === poisoned.length);
    expect(first(receiver)).toEqual(ids.filter((_, at) => !poisoned.includes(at)));
    expect(view).toMatchObject({ delivered: 36, failing_since: null, status: 'active', behind_seconds: 0 });
    const aside = await setAside(account, id);
    expect(aside.map((event) => event.id).toSorted((a, b) => a - b)).toEqual(poisoned.map((at) => ids[at]));
    for (const event of aside) expect(event.error).toMatch(new RegExp(`^event \\d+, [1-9]\\d+ bytes: ${hungUp}`));
    // Only where nothing waits behind it a made-up event shows that the receiver is there.
    if (kind !== 's3') expect(receiver.tests).toBeLessThanOrEqual(2);
  },
);

test.for(kinds)(
  'R§15.7: %s: a receiver that hangs up on everything is down: nothing is set aside, the pauses grow, and all arrives when it is back',
  async (kind) => {
    const { receiver, account, site, id } = await scene(kind);
    receiver.hangsUpOn = () => true;
    await service.ingest(site, eventsOf(20, []));
    for (let attempts = 1; attempts <= 9; attempts += 1) {
      await until(async () => {
        const { rows } = await service.db.work.query<{ attempts: number }>(
          'select attempts from stream where id = $1',
          [id],
        );
        return (rows[0]?.attempts ?? 0) >= attempts;
      });
      expect(await readStream(account, id)).toMatchObject({ status: 'failing', set_aside: 0 });
      if (attempts < 9) await skipPause(id);
    }
    const { next_attempt_at: next, last_error: error } = await readStream(account, id);
    expect(Date.parse(next ?? '')).toBeGreaterThan(Date.now() + 1_800_000);
    expect(error).toMatch(new RegExp(`^${hungUp}`));
    receiver.hangsUpOn = () => false;
    const view = await soon(account, id, ({ delivered }) => delivered === 20);
    expect(view).toMatchObject({ status: 'active', set_aside: 0, last_error: null });
    expect(first(receiver)).toEqual(await idsOf(account));
  },
);

test('R§15.7: after a long outage the first event may be one that the receiver cannot read: it is tried soon, and set aside', async () => {
  const hanging = await scene('syslog');
  const account = await service.makeAccount();
  const site = await service.makeSite(account);
  const refusing = await openReceiver(({ body }) => ({ status: body.includes('poison') ? 400 : 200 }));
  onTestFinished(() => refusing.close());
  const refused = await makeStream(account, { type: 'webhook', url: refusing.url });
  for (const one of [hanging, { account, site, id: refused.id }]) {
    await service.db.work.query(
      `update stream set attempts = 9, failing_since = clock_timestamp() - interval '1 day' where id = $1`,
      [one.id],
    );
    await service.ingest(one.site, eventsOf(3, [0]));
    // No pause is longer than a minute from here on.
    await until(async () => {
      const view = await readStream(one.account, one.id);
      if (view.last_error !== null && view.status === 'failing')
        expect(Date.parse(view.next_attempt_at ?? '')).toBeLessThan(Date.now() + 60_000);
      await skipPause(one.id);
      return view.set_aside === 1 && view.delivered === 2;
    });
    expect((await readStream(one.account, one.id)).status).toBe('active');
  }
});

test('R§15.7: a row of events that are all too long holds nothing up: each is set aside, none is taken back', async () => {
  const { receiver, account, site, id } = await scene('syslog');
  receiver.hangsUpOn = (message) => message.length > 2000;
  const long = Array.from({ length: 25 }, () => makeEvent({ message: 'x'.repeat(3000) }));
  await service.ingest(site, [makeEvent(), ...long, makeEvent()]);
  await soon(account, id, ({ set_aside: aside, delivered }) => aside === 25 && delivered === 2);
  // The first one needs its three attempts, and the others one each.
  const { rows } = await service.db.work.query<{ failed: number }>(
    `select count(*)::int as failed from stream_delivery d join stream s on s.no = d.stream_no where s.id = $1 and outcome = 'failed'`,
    [id],
  );
  expect(rows[0]?.failed).toBeLessThan(60);
});

test('R§15.7: a receiver that takes made-up events alone keeps nothing aside: twenty in a row are taken back, and all arrive when it is mended', async () => {
  const { receiver, account, site, id } = await scene('webhook');
  receiver.hangsUpOn = (message) => !message.startsWith('A test of this stream');
  await service.ingest(site, eventsOf(22, []));
  let most = 0;
  const failing = await soon(account, id, ({ set_aside: aside, status }) => {
    most = Math.max(most, aside);
    return most > 1 && aside === 0 && status === 'failing';
  });
  expect(failing.delivered).toBe(0);
  receiver.hangsUpOn = () => false;
  await soon(account, id, ({ delivered }) => delivered >= 22);
  expect(first(receiver)).toEqual(await idsOf(account));
  expect(await readStream(account, id)).toMatchObject({ status: 'active', set_aside: 0 });
});

test('R§15.1: a test of syslog says that nothing answers, and what to look for on the other side', async () => {
  const { account, id } = await scene('syslog');
  const tested = (await account.call('POST', `/streams/${id}/test`)).as(200, streamTestShape);
  expect(tested).toMatchObject({ ok: true, status: null });
  expect(tested.error).toMatch(/^syslog answers nothing: look on the other side for .*«A test of this stream»/);
  expect(await readStream(account, id)).toMatchObject({ status: 'active', last_error: null });
});

test('R§15.3: with max_bytes the same events arrive, cut', async () => {
  const { receiver, account, site, id } = await scene('syslog', { max_bytes: 2048 });
  receiver.hangsUpOn = (message) => message.length > 2000;
  await service.ingest(site, [makeEvent({ message: 'x'.repeat(3000) }), makeEvent()]);
  await untilStream(account, id, ({ delivered }) => delivered === 2);
  expect(receiver.taken).toEqual(await idsOf(account));
});

test('R§15.1 R§15.7: what is tried again stays set aside while the receiver hangs up on it, holds nothing up, and arrives when it can be read', async () => {
  const { receiver, account, site, id } = await scene('webhook');
  await service.ingest(site, eventsOf(3, [0, 2]));
  await soon(account, id, ({ set_aside: aside }) => aside === 2);
  const retry = async () => (await account.call('POST', `/streams/${id}/set-aside/retry`)).as(200, eventCountShape);
  expect(await retry()).toEqual({ events: 2 });
  await service.ingest(site, eventsOf(2, []));
  await soon(account, id, ({ delivered }) => delivered === 3);
  expect(await readStream(account, id)).toMatchObject({ status: 'active', set_aside: 2 });
  // A receiver that is down does not end the retry.
  receiver.hangsUpOn = () => true;
  await retry();
  await soon(account, id, ({ status }) => status === 'failing');
  receiver.hangsUpOn = () => false;
  await soon(account, id, ({ delivered }) => delivered === 5);
  expect(await readStream(account, id)).toMatchObject({ status: 'active', set_aside: 0 });
});
