import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import { until } from '@goal/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { begin, parseLines, rest } from './export-reader.ts';
import { makeEvent, startService, type Account, type TestService } from './harness.ts';

let service: TestService;
let account: Account;
/** More than a connection buffers, so that a client that does not read blocks the service. */
const many = 2400;
beforeAll(async () => {
  // One second in place of thirty; the tests in core cover which waits are long enough.
  service = await startService({ exportStillMs: 1000 });
  account = await service.makeAccount({ plan: 'agency', reseller: true });
  const site = await service.makeSite(account);
  for (let batch = 0; batch < many / 400; batch += 1) {
    const message = randomBytes(6000).toString('base64');
    await service.ingest(
      site,
      Array.from({ length: 400 }, () => makeEvent({ message })),
    );
  }
});
afterAll(() => service.stop());

const exportOf = async (query = '', asked = {}): Promise<IncomingMessage> => {
  const { key } = await service.makeAccountKey(account);
  return begin(service, `/account/events/export${query}`, { Authorization: `Bearer ${key}` }, asked);
};

it('an unread export yields its slot to another waiting export in the same request, and its body has no last line', async () => {
  const paused: IncomingMessage[] = [];
  // All eight slots of the account.
  for (let nth = 0; nth < 8; nth += 1) paused.push(await exportOf());
  let newcomer: IncomingMessage | undefined;
  await until(async () => {
    const asked = await exportOf('?code=77', { allow5xx: true });
    if (asked.statusCode === 200) newcomer = asked;
    else {
      expect([asked.statusCode, asked.headers['retry-after']]).toEqual([503, '5']);
      asked.resume();
    }
    return newcomer !== undefined;
  });
  if (newcomer !== undefined) expect(parseLines((await rest(newcomer)).bytes).end).toBeDefined();
  // One yielded, and the others come whole.
  const ends = await Promise.all(paused.map(rest));
  expect(ends.filter(({ isWhole }) => !isWhole)).toHaveLength(1);
  for (const { bytes, isWhole } of ends) expect(parseLines(bytes).end !== undefined).toBe(isWhole);
});

it('one account holds at most a tenth of the waiting-tail slots over all its keys: the next is 503, and other accounts wait', async () => {
  const greedy = await service.makeAccount({ reseller: true });
  // These use their own connections, because the test client has fewer and times out sooner.
  const wait = (token: string, { seconds = 30, allow5xx = false } = {}) =>
    begin(service, `/account/events/tail?wait=${seconds}`, { Authorization: `Bearer ${token}` }, { allow5xx });
  const keys = await Promise.all(Array.from({ length: 51 }, () => service.makeAccountKey(greedy)));
  const [spare, ...used] = keys.map(({ key }) => key);
  const waits = used.flatMap((key) => [wait(key), wait(key)]);
  await until(async () => {
    const { text } = await service.call('GET', '/metrics', { root: true });
    return /^goal_tail_waiting_requests 100$/m.test(text);
  });
  const refused = await wait(spare ?? '', { allow5xx: true });
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1']);
  expect((await rest(refused)).bytes.toString()).toBe('{"error":"service unavailable"}');
  // Another account waits for its full second.
  const other = await wait(account.token, { seconds: 1 });
  expect([other.statusCode, JSON.parse((await rest(other)).bytes.toString())]).toMatchObject([200, { events: [] }]);
  await service.ingest(await service.makeSite(greedy), [makeEvent()]);
  for (const one of await Promise.all(waits)) {
    expect(one.statusCode).toBe(200);
    one.resume();
  }
});
