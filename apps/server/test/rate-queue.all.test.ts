import { limits } from '@goal/contract';
import { describe, expect, it } from 'vitest';

import { makeEvent, sharedService, type Account, type Site } from './harness.ts';
import { openRaw } from './http-raw.ts';

// What the limiter grants finds its place in the queue for connections of the database
// (docs/decisions/018-fair-shares.md).

const service = await sharedService();

/** One request of a burst: its first line without the version, its headers, its body. */
type Ask = { what: string; headers: readonly string[]; body?: string };
const bearer = (token: string): string => `Authorization: Bearer ${token}`;
const ofSite = ({ token, domain }: Site): string[] => [bearer(token), `X-Site-Domain: ${domain}`];
const readOf = (site: Site): Ask => ({ what: 'GET /v1/goal/events?limit=5', headers: ofSite(site) });
const pageOf = (token: string): Ask => ({ what: 'GET /v1/goal/account/events?limit=5', headers: [bearer(token)] });
function sendOf(site: Site, events: number): Ask {
  const body = JSON.stringify({ events: Array.from({ length: events }, () => makeEvent()) });
  const headers = [...ofSite(site), 'Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`];
  return { what: 'POST /v1/goal/events', headers, body };
}
const times = (count: number, ask: Ask): Ask[] => Array.from({ length: count }, () => ask);

/** Sends all of these at once, over few connections; counts the answers by their status. */
async function burst(asks: readonly Ask[]): Promise<Record<number, number>> {
  const size = limits.unansweredRequests;
  const parts = Array.from({ length: Math.ceil(asks.length / size) }, (_, at) =>
    asks.slice(at * size, (at + 1) * size),
  );
  const counts: Record<number, number> = {};
  await Promise.all(
    parts.map(async (part) => {
      const connection = openRaw(service.origin);
      try {
        const textOf = ({ what, headers, body = '' }: Ask): string =>
          [`${what} HTTP/1.1`, 'Host: localhost', ...headers, '', body].join('\r\n');
        connection.write(part.map(textOf).join(''));
        for (let left = part.length; left > 0; left -= 1) {
          const { status } = await connection.answer();
          counts[status] = (counts[status] ?? 0) + 1;
        }
      } finally {
        connection.close();
      }
    }),
  );
  return counts;
}

const mint = async (account: Account): Promise<string> => (await service.makeAccountKey(account)).key;

describe('R§2.2 R§2.6 a burst that the limiter grants is not refused by the queue', () => {
  it('R§6.8 of a site with a rate of 60: 180 at once', async () => {
    const site = await service.makeSite(await service.makeAccount());
    await service.setReadRate(site, 60);
    expect(await burst(times(180, readOf(site)))).toEqual({ 200: 180 });
  });

  it('R§6.8 of an account with a key at each of twelve sites: 360 at once', async () => {
    const account = await service.makeAccount({ plan: 'agency' });
    const sites = await Promise.all(Array.from({ length: 12 }, () => service.makeSite(account)));
    expect(await burst(sites.flatMap((site) => times(30, readOf(site))))).toEqual({ 200: 360 });
  });

  it('of keys of the account and of its groups: 300 at once', async () => {
    const account = await service.makeAccount({ plan: 'agency' });
    const group = await service.makeGroup(account);
    const ofGroup = async (): Promise<string> => (await service.makeGroupKey(account, group)).key;
    const keys = await Promise.all(Array.from({ length: 5 }, () => [mint(account), ofGroup()]).flat());
    expect(await burst(keys.flatMap((key) => times(30, pageOf(key))))).toEqual({ 200: 300 });
  });

  it('R§7.1 of a site that sends: 200 batches of events at once', async () => {
    const site = await service.makeSite(await service.makeAccount());
    expect(await burst(times(200, sendOf(site, 20)))).toEqual({ 200: 200 });
  });

  it('of a reseller, whose keys have no limit: 400 at once', async () => {
    const { token } = await service.makeAccount({ reseller: true });
    expect(await burst(times(400, pageOf(token)))).toEqual({ 200: 400 });
  });
});
