import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import { until } from '@goal/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { begin, parseLines, rest } from './export-reader.ts';
import { makeEvent, startService, type Account, type TestService } from './harness.ts';

let service: TestService;
let account: Account;
/** More than a connection keeps on its way: so that whoever does not read holds the service up. */
const many = 2400;
beforeAll(async () => {
  // A second in place of thirty: what is long enough to wait for, and what is not, is judged in core.
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

const exportOf = async (query = ''): Promise<IncomingMessage> => {
  const { key } = await service.makeAccountKey(account);
  return begin(service, `/account/events/export${query}`, { Authorization: `Bearer ${key}` });
};
const isOver = (answer: IncomingMessage): boolean => answer.complete || answer.destroyed || answer.closed;

it('an export that nobody reads gives its place, in the same request, to another that waits for it; those that are read stay', async () => {
  const reading: IncomingMessage[] = [];
  const paused: IncomingMessage[] = [];
  // Of the eight places of the account six are read on and on, a little at a time, and two are not.
  for (let nth = 0; nth < 8; nth += 1) (nth < 6 ? reading : paused).push(await exportOf());
  const pulse = setInterval(() => reading.forEach((answer) => answer.read(64 * 1024)), 50);
  try {
    let newcomer: IncomingMessage | undefined;
    await until(async () => {
      const asked = await exportOf('?code=77');
      if (asked.statusCode === 200) newcomer = asked;
      else {
        expect([asked.statusCode, asked.headers['retry-after']]).toEqual([503, '5']);
        asked.resume();
      }
      return newcomer !== undefined;
    });
    expect(newcomer).toBeDefined();
    if (newcomer !== undefined) expect(parseLines((await rest(newcomer)).bytes).end).toBeDefined();
    expect(reading.filter(isOver)).toEqual([]);
  } finally {
    clearInterval(pulse);
  }
  const ends = await Promise.all(paused.map(rest));
  // The one that gave way has no last line, and the other one is whole.
  expect(ends.map(({ isWhole }) => isWhole).toSorted()).toEqual([false, true]);
  for (const { bytes, isWhole } of ends) expect(parseLines(bytes).end !== undefined).toBe(isWhole);
  for (const { isWhole } of await Promise.all(reading.map(rest))) expect(isWhole).toBe(true);
});
