import { createGoalClient } from '@goal/client';
import { until } from '@goal/db/testing';
import { beforeAll, describe, expect, it } from 'vitest';

import { parseLines } from './export-reader.ts';
import { changed, cutAfter, faultyFetch, seemingWholeAfter, type Fault } from './faulty-fetch.ts';
import { makeEvent, sharedService, type Account, type Site } from './harness.ts';

const service = await sharedService();
let account: Account;
let site: Site;
beforeAll(async () => {
  account = await service.makeAccount({ plan: 'agency', reseller: true });
  site = await service.makeSite(account, { name: 'Shop' });
  await service.setReadRate(site, 1000);
});

const baseUrl = (): string => `${service.origin}${service.basePath}`;
function clientsWith(...faults: Fault[]) {
  const { fetch: through, requests } = faultyFetch(...faults);
  const shared = { baseUrl: baseUrl(), fetch: through };
  return {
    requests,
    account: createGoalClient({ ...shared, token: account.token }),
    site: createGoalClient({ ...shared, token: site.token, siteDomain: site.domain }),
  };
}
const send = (...texts: string[]): Promise<void> =>
  service.ingest(
    site,
    texts.map((message) => makeEvent({ message })),
  );

/** The messages of the next `count` events. */
async function take(events: AsyncIterable<{ message: string }>, count: number): Promise<string[]> {
  const taken: string[] = [];
  if (count > 0)
    for await (const { message } of events) {
      taken.push(message);
      if (taken.length === count) break;
    }
  return taken;
}

describe('a tail', () => {
  it('yields each new event once, despite broken connections', async () => {
    await send('before');
    const { site: client, requests } = clientsWith('ok', 'lost', 'unheard', { status: 503 }, cutAfter(1), 'lost');
    const reading = take(client.events.tail(), 3);
    // The first answer is the position; the next request waits.
    await until(() => requests.length > 1);
    await send('one', 'two');
    await service.ingest(site, [makeEvent({ message: 'late', occurred_at: '2020-01-01T00:00:00Z' })]);
    expect(await reading).toEqual(['one', 'two', 'late']);
  });

  it('resumes from a kept position: within a page it repeats the rest of that page, after a page nothing', async () => {
    const { account: client } = clientsWith();
    const start = (await client.events.tail().page()).next_after;
    await send('a', 'b', 'c', 'd', 'e');
    const tail = client.events.tail({ after: start, limit: 2 });
    expect(await take(tail, 3)).toEqual(['a', 'b', 'c']);
    expect(await take(client.events.tail({ after: tail.position ?? '0' }), 3)).toEqual(['c', 'd', 'e']);
    let kept = start;
    const seen: string[] = [];
    while (seen.length < 5) {
      // Every page starts a new program.
      for await (const { events, next_after: after } of client.events.tail({ after: kept, limit: 2 }).pages()) {
        seen.push(...events.map(({ message }) => message));
        kept = after;
        break;
      }
    }
    expect(seen).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('never hides that events may be missing', async () => {
    const stranger = await service.makeAccount({ plan: 'agency', reseller: true });
    const other = createGoalClient({ baseUrl: baseUrl(), token: stranger.token });
    // A position of another account is invalid here.
    const { next_after: after } = await other.events.tail().page();
    const { account: client } = clientsWith();
    await expect(take(client.events.tail({ after }), 1)).rejects.toMatchObject({ name: 'TailExpired' });
    let told = 0;
    const [oldest] = await take(client.events.tail({ after }, { onExpired: () => (told += 1) }), 1);
    expect([told, oldest]).toEqual([1, (await take(client.events.tail({ after: '0' }), 1))[0]]);
  });

  it('ends with its signal, and when its key loses access', async () => {
    const caller = new AbortController();
    const { account: client, requests } = clientsWith();
    const reading = take(client.events.tail({}, { signal: caller.signal }), 1);
    await until(() => requests.length === 2);
    caller.abort();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    const { key, prefix } = await service.makeAccountKey(account);
    const ending = take(createGoalClient({ baseUrl: baseUrl(), token: key }).events.tail(), 1);
    await service.admin('DELETE', `/accounts/${account.id}/keys/${prefix}`);
    await expect(ending).rejects.toMatchObject({ status: 401, message: 'invalid token' });
  });
});

describe('an export', () => {
  let owner: Account;
  let whole: { id: number; message: string }[];
  /** Bytes before the checkpoint of an export. */
  let untilCheckpoint: number;
  /** Behind it in either order, whose lines before it differ a little in length. */
  const behind = 250_000;
  beforeAll(async () => {
    owner = await service.makeAccount({ plan: 'agency', reseller: true });
    const own = await service.makeSite(owner);
    const start = Date.now() - 3_600_000;
    for (let batch = 0; batch < 11; batch += 1)
      await service.ingest(
        own,
        // Many events share a moment.
        Array.from({ length: 1000 }, (_, at) =>
          makeEvent({
            message: `${batch} ${at}`,
            occurred_at: new Date(start - Math.floor(at / 7) * 10).toISOString(),
          }),
        ),
      );
    const { text } = await owner.call('GET', '/events/export');
    whole = parseLines(Buffer.from(text)).events;
    untilCheckpoint = text.indexOf('{"cursor"');
    expect(whole).toHaveLength(11_000);
    expect(text.length).toBeGreaterThan(untilCheckpoint + behind);
  });
  const clientWith = (...faults: Fault[]) => {
    const { fetch: through, requests } = faultyFetch(...faults);
    return { client: createGoalClient({ baseUrl: baseUrl(), token: owner.token, fetch: through }), requests };
  };
  async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
    const found: Item[] = [];
    for await (const item of items) found.push(item);
    return found;
  }

  it.each(['desc', 'asc'] as const)(
    'holds every event once, in order, wherever its stream is cut: %s',
    async (order) => {
      const places = [0, 5000, 1_000_000, untilCheckpoint + behind, 90_000];
      const { client, requests } = clientWith('lost', ...places.map(cutAfter), { status: 503 });
      const events = client.events.export({ order }, { retries: 5 });
      expect(await all(events)).toEqual(order === 'desc' ? whole : whole.toReversed());
      expect(requests).toHaveLength(8);
      // One cut lay behind the checkpoint, where the export resumed.
      expect(requests.at(-1)?.path).toContain('cursor=');
      const rest = await all(client.events.export({ order, cursor: events.cursor ?? '' }));
      expect(rest).toEqual((order === 'desc' ? whole : whole.toReversed()).slice(10_000));
    },
  );

  it('can be left early: the key may begin the next one', async () => {
    // An own account, so that no later test waits until the service notices the abandoned export.
    const { key } = await service.makeAccountKey(owner);
    const client = createGoalClient({ baseUrl: baseUrl(), token: key });
    for (let round = 0; round < 2; round += 1)
      for await (const { id } of client.events.export()) {
        expect(id).toBe(whole[0]?.id);
        break;
      }
  });

  it('fails when its bytes were altered or are not an export', async () => {
    const wrong = changed((chunk, out) =>
      out.enqueue(Buffer.from(Buffer.from(chunk).toString('latin1').replace('"code":2002', '"code":2003'), 'latin1')),
    );
    // Twice, because the first answer is 429 while the previous export is still open.
    await expect(all(clientWith(wrong, wrong).client.events.export())).rejects.toMatchObject({
      name: 'GoalError',
      message: expect.stringContaining('damaged') as string,
    });
    const page = { status: 200, body: '<h1>welcome</h1>\n' };
    await expect(all(clientWith(page, page).client.events.export())).rejects.toThrow('the answer is not an export');
  });

  it('R§9.12 is available as bytes in either format, and reports a cut, also where the answer seems to be whole', async () => {
    const { client } = clientWith();
    const bytes = Buffer.concat(await all(client.events.download({ format: 'csv', order: 'asc' })));
    expect(bytes.toString().split('\r\n')).toHaveLength(11_002);
    expect(parseLines(Buffer.concat(await all(client.events.download()))).end?.events).toBe(11_000);
    const cut = clientWith('lost', cutAfter(5000)).client.events.download({ format: 'csv' });
    await expect(all(cut)).rejects.toMatchObject({ name: 'GoalError', status: 0 });
    for (const format of ['csv', 'ndjson'] as const) {
      const short = clientWith('lost', seemingWholeAfter(5000)).client.events.download({ format });
      await expect(all(short)).rejects.toThrow('the export was cut off');
    }
  });
});
