import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';

import { actionShape } from '@goal/contract';
import { inLongRun, timePasses, until } from '@goal/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { begin, parseLines, rest } from './export-reader.ts';
import { makeEvent, startService, type Account, type Site, type TestService } from './harness.ts';

/** With this token /metrics reports current values. */
const metricsToken = 'the-token-of-metrics';
let service: TestService;
let account: Account;
let site: Site;
/** More bytes than a connection buffers, so that a reader that stops stalls the service. */
const many = 2400;
beforeAll(async () => {
  service = await startService({ metricsToken });
  account = await service.makeAccount({ plan: 'agency', reseller: true });
  site = await service.makeSite(account);
  await service.setReadRate(site, 1000);
  for (let batch = 0; batch < many / 400; batch += 1) {
    // It stays large when compressed.
    const events = Array.from({ length: 400 }, () => makeEvent({ message: randomBytes(6000).toString('base64') }));
    await service.ingest(site, events);
  }
});
afterAll(() => service.stop());

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const path = '/account/events/export';
const untilRunning = (so: number): Promise<void> =>
  until(async () => {
    const { text } = await service.call('GET', '/metrics', { root: true, token: metricsToken });
    return new RegExp(`^goal_exports_running ${so}$`, 'm').test(text);
  });
const actions = z.object({ actions: z.array(actionShape), next_cursor: z.string() });
/** The record of the last export; other actions may be recorded meanwhile. */
const lastAction = async () =>
  (await service.admin('GET', `/actions?account_id=${account.id}&limit=10`))
    .as(200, actions)
    .actions.find(({ action }) => action === 'events.export');
/** Sessions of the service that are active or hold a transaction or snapshot. */
const busySessions = async (): Promise<unknown[]> => {
  const { rows } = await service.db.work.query<{ query: string }>(
    `SELECT state, query FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'goal-server%'
       AND (state <> 'idle' OR backend_xmin IS NOT NULL)`,
  );
  return rows;
};

describe('a reader that stands still', () => {
  it('holds no statement, transaction or snapshot for a minute, and gets everything in the end', async () => {
    const answer = await begin(service, path, bearer(account.token));
    expect(answer.statusCode).toBe(200);
    // Nothing is read: buffered bytes fill the connection, and then everything stops.
    await until(async () => (await busySessions()).length === 0);
    for (let look = 0; look < 30; look += 1) {
      await timePasses(2000);
      // Background work of the service takes a moment now and then.
      await until(async () => (await busySessions()).length === 0);
      // The export continues, because connections in use do not expire by age.
      await untilRunning(1);
    }
    const { bytes, isWhole } = await rest(answer);
    expect([isWhole, parseLines(bytes).end?.events]).toEqual([true, many]);
    await expect.poll(lastAction).toMatchObject({ detail: { rows: many, complete: true } });
  });

  inLongRun(() => {
    it('pauses a compressed export as well', async () => {
      const answer = await begin(service, path, { ...bearer(account.token), 'Accept-Encoding': 'gzip' });
      await until(async () => (await busySessions()).length === 0);
      expect(await lastAction()).toMatchObject({ detail: { complete: false } });
      await untilRunning(1);
      const { bytes, isWhole } = await rest(answer);
      expect([isWhole, parseLines(gunzipSync(bytes)).end?.events]).toEqual([true, many]);
      await expect.poll(lastAction).toMatchObject({ detail: { rows: many, complete: true } });
    });
  });

  it('holds the only export of its key; another key may export, and the same key afterwards', async () => {
    const answer = await begin(service, path, bearer(account.token));
    const second = await account.call('GET', '/events/export', { token: account.token });
    second.refused(429, 'rate limited');
    expect(second.headers['retry-after']).toBe('5');
    (await account.call('GET', '/events/export?format=xml', { token: account.token })).refused(400, 'invalid format');
    const other = await site.call('GET', '/events/export?code=77');
    expect(other.status).toBe(200);
    expect(parseLines((await rest(answer)).bytes).end).toBeDefined();
    const third = await account.call('GET', '/events/export?code=77', { token: account.token });
    expect(third.status).toBe(200);
  });

  it('is recorded as cut off when it goes away, and frees its place', async () => {
    const answer = await begin(service, path, bearer(account.token));
    answer.destroy();
    await untilRunning(0);
    const action = await lastAction();
    expect(action).toMatchObject({ action: 'events.export', detail: { complete: false } });
    expect(action?.detail?.['rows']).toBeLessThan(many);
  });

  it('frees the places of all exports that it requested on the connection, of those that wait behind the first as well', async () => {
    const { hostname, port } = new URL(service.origin);
    const socket = connect(Number(port), hostname);
    const asked = (ofWhat: string, token: string, more = ''): string =>
      `GET ${service.basePath}${ofWhat} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n${more}\r\n`;
    socket.write(asked(path, account.token) + asked('/events/export', site.token, `X-Site-Domain: ${site.domain}\r\n`));
    await untilRunning(2);
    socket.destroy();
    await untilRunning(0);
  });

  it('R§2.5 is cut off when its key is revoked: no last line, and a broken connection', async () => {
    const { key, prefix } = await service.makeAccountKey(account);
    const [lines, rows] = await Promise.all([
      begin(service, path, bearer(key)),
      begin(service, '/events/export?format=csv', { ...bearer(site.token), 'X-Site-Domain': site.domain }),
    ]);
    await until(async () => (await busySessions()).length === 0);
    (await service.admin('DELETE', `/accounts/${account.id}/keys/${prefix}`)).done();
    await service.revokeSite(site);
    // A credential check is remembered for less than a second.
    await timePasses(1000);
    const [cut, cutRows] = await Promise.all([rest(lines), rest(rows)]);
    expect([cut.isWhole, parseLines(cut.bytes).end, cutRows.isWhole]).toEqual([false, undefined, false]);
    expect(parseLines(cut.bytes).events.length).toBeLessThan(many);
    await untilRunning(0);
    expect(await lastAction()).toMatchObject({ detail: { complete: false } });
    expect(service.log.filter((line) => line.includes('request failed'))).toEqual([]);
  });

  it('R§2.5 is cut off when its key is revoked or its plan lapses, even while it reads nothing', async () => {
    const { key, prefix } = await service.makeAccountKey(account);
    const free = await service.makeAccount({ plan: 'agency' });
    const theirs = await service.makeSite(free);
    await service.setReadRate(theirs, 1000);
    for (let batch = 0; batch < many / 400; batch += 1) {
      const message = randomBytes(6000).toString('base64');
      await service.ingest(
        theirs,
        Array.from({ length: 400 }, () => makeEvent({ message })),
      );
    }
    const answers = await Promise.all([
      begin(service, path, bearer(key)),
      begin(service, path, bearer(free.token)),
      begin(service, '/events/export?format=csv', { ...bearer(theirs.token), 'X-Site-Domain': theirs.domain }),
    ]);
    await until(async () => (await busySessions()).length === 0);
    await untilRunning(3);
    (await service.admin('DELETE', `/accounts/${account.id}/keys/${prefix}`)).done();
    await untilRunning(2);
    await service.setPlan(free, 'free');
    await untilRunning(0);
    const cut = await Promise.all(answers.map(rest));
    expect(cut.map(({ isWhole }) => isWhole)).toEqual([false, false, false]);
    expect(await lastAction()).toMatchObject({ detail: { complete: false } });
    expect(service.log.filter((line) => line.includes('request failed'))).toEqual([]);
  });

  it('survives a database that stalls beyond the statement timeout, with shorter pages', async () => {
    const answer = await begin(service, path, bearer(account.token));
    await until(async () => (await busySessions()).length === 0);
    const session = await service.db.work.connect();
    try {
      await session.query('BEGIN');
      await session.query('LOCK TABLE event IN ACCESS EXCLUSIVE MODE');
      const read = rest(answer);
      await until(async () => {
        const { rows } = await service.db.work.query<{ query: string }>(
          `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'COPY%' AND wait_event_type = 'Lock'`,
        );
        // The page size of the second try.
        return rows.some(({ query }) => query.includes('limit (50)'));
      });
      await session.query('COMMIT');
      const { bytes, isWhole } = await read;
      expect([isWhole, parseLines(bytes).end?.events]).toEqual([true, many]);
    } finally {
      session.release();
    }
  });

  it('is cut off when the service stops, and recorded before it has stopped', async () => {
    const answer = await begin(service, path, bearer(account.token));
    await service.restart();
    expect((await rest(answer)).isWhole).toBe(false);
    expect(await lastAction()).toMatchObject({ action: 'events.export', detail: { complete: false } });
  });
});
