import { randomUUID } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { makeEvent, sharedService, type Site } from './harness.ts';
import { events, result, roundTrip, send } from './ingest-site.ts';

const service = await sharedService();
const account = await service.makeAccount({ plan: 'agency', reseller: true });

const hour = 3_600_000;
const iso = (ms: number): string => new Date(ms).toISOString();
const freshSite = async (): Promise<Site> => {
  const site = await service.makeSite(account);
  await service.setReadRate(site, 1000);
  return site;
};

const withoutUser = () =>
  Object.fromEntries(Object.entries(makeEvent()).filter(([name]) => name !== 'user_id' && name !== 'username'));

describe('R§7.1 R§7.2 an event', () => {
  it('R§7.1 R§7.4 one event is stored and readable at once, with every field as sent', async () => {
    const site = await freshSite();
    const sent = {
      ...makeEvent(),
      occurred_at: iso(Date.now() - hour),
      user_agent: 'Mozilla/5.0',
      session_id: 'abc',
      post_id: 12,
      post_type: 'page',
      post_status: 'publish',
    };
    expect(await roundTrip(site, { ...sent, event_uuid: randomUUID() })).toEqual({
      ...sent,
      id: expect.any(Number) as number,
      site_id: site.id,
    });
  });

  it('R§7.2 R§6.6 absent fields have their defaults: user 0, no name, null', async () => {
    const site = await freshSite();
    const none = {
      user_id: 0,
      username: '',
      user_agent: null,
      session_id: null,
      post_id: null,
      post_type: null,
      post_status: null,
    };
    const bare = withoutUser();
    expect(await roundTrip(site, bare)).toMatchObject(none);
  });

  it('R§7.2 an empty text is a value in object, event_type and message', async () => {
    const site = await freshSite();
    expect(await roundTrip(site, makeEvent({ object: '', event_type: '', message: '' }))).toMatchObject({
      object: '',
      event_type: '',
      message: '',
    });
  });

  it('R§7.2 R§2.8 integers may be decimal texts', async () => {
    const site = await freshSite();
    expect(
      await roundTrip(site, makeEvent({ code: '1001', user_id: '007', post_id: '9007199254740991', severity: '300' })),
    ).toMatchObject({ code: 1001, user_id: 7, post_id: 9007199254740991, severity: 'medium' });
    expect(
      await roundTrip(
        site,
        makeEvent({ occurred_at: iso(Date.now()), code: 9007199254740991, user_id: 9007199254740991, post_id: 1.0 }),
      ),
    ).toMatchObject({ code: 9007199254740991, user_id: 9007199254740991, post_id: 1 });
    expect(await roundTrip(site, makeEvent({ occurred_at: iso(Date.now() + 1), code: 0, user_id: -0 }))).toMatchObject({
      code: 0,
      user_id: 0,
    });
  });

  it.each([
    ['critical', 'critical'],
    [200, 'info'],
    ['500', 'critical'],
  ])('R§7.2 the severity %j is %s', async (severity, name) => {
    expect(await roundTrip(await freshSite(), makeEvent({ severity }))).toMatchObject({ severity: name });
  });

  it('R§7.2 R§2.9 occurred_at in every spelling is returned in UTC with milliseconds', async () => {
    const site = await freshSite();
    const at = Math.floor((Date.now() - hour) / 60_000) * 60_000;
    const text = iso(at);
    const [date, time] = [text.slice(0, 10), text.slice(11, 16)];
    const spellings: [string, number][] = [
      [`${date}T${time}:00Z`, at],
      [`${date}t${time}:00.5z`, at + 500],
      [`${date} ${time}Z`, at],
      [`${date}T${time}:00.123999999Z`, at + 123],
      [`${iso(at + 5.5 * hour).slice(0, 19)}+05:30`, at],
      [`${iso(at - 3 * hour).slice(0, 19)}.25-03:00`, at + 250],
    ];
    for (const [spelling, ms] of spellings) expect(await roundTripAt(site, spelling)).toBe(iso(ms));
  });
  const roundTripAt = async (site: Site, occurred_at: string): Promise<string | undefined> => {
    const message = randomUUID();
    expect(result(await send(site, makeEvent({ occurred_at, message }))).accepted).toBe(1);
    return (await events(site, { q: message }))[0]?.occurred_at;
  };
});
