import type { IncomingMessage } from 'node:http';

import { groupKeyShape, groupShape, operatorAccountShape, siteShape } from '@goal/contract';
import { until } from '@goal/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { begin, rest } from './export-reader.ts';
import { startService, unique, type Account, type TestService } from './harness.ts';

// Lists that interface.md does not page: streamed whole at any size.
let service: TestService;
let account: Account;
/** More than a connection buffers: some 17 MB. */
const many = 12_000;
/** Warnings of this Node process, which also runs the service. */
const warnings: Error[] = [];
beforeAll(async () => {
  process.on('warning', (warning) => warnings.push(warning));
  service = await startService();
  account = await service.makeAccount({ reseller: true });
  await addGroups(account, many, 160);
});
afterAll(() => service.stop());

/**
 * Adds groups whose names and references have `letters` four-byte letters each. Writes to the
 * database directly, because the API takes ten requests a second per key.
 */
async function addGroups({ id }: Account, count: number, letters = 0): Promise<void> {
  // Batches keep each statement below the 1.9 s timeout, also on a busy machine.
  for (let left = count; left > 0; left -= 500)
    await service.db.work.query(
      `INSERT INTO site_group (account_no, name, external_ref, created_at)
       SELECT a.no, gen_random_uuid() || repeat('😀', $3), CASE WHEN $3 > 0 THEN gen_random_uuid() || repeat('😀', $3) END, now() - n / 7 * interval '1 second'
       FROM account a CROSS JOIN generate_series(1, $2::int) n WHERE a.id = $1::uuid`,
      [id, Math.min(left, 500), letters],
    );
}
const groups = z.object({ groups: z.array(groupShape) });
const idsInOrder = async ({ id }: Account): Promise<string[]> => {
  const { rows } = await service.db.work.query<{ id: string }>(
    'SELECT g.id::text FROM site_group g JOIN account a ON a.no = g.account_no WHERE a.id = $1 ORDER BY g.created_at DESC, g.no DESC',
    [id],
  );
  return rows.map((row) => row.id);
};
const open = (token: string, path = '/account/groups'): Promise<IncomingMessage> =>
  begin(service, path, { Authorization: `Bearer ${token}` });
/** Returns the service sessions that are active, or hold a transaction or a snapshot. */
const untilIdle = (): Promise<void> =>
  until(async () => {
    const { rows } = await service.db.work.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'goal-server%'
         AND (query ~ 'site_group|FROM site_key' AND state <> 'idle' OR state LIKE 'idle in%' OR wait_event_type = 'Lock')`,
    );
    return rows.length === 0;
  });

describe('an unpaged list of any length', () => {
  it('I§4 GET /groups R§5.3: comes whole over REST, newest first and each group once', async () => {
    const answer = await open(account.token);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' });
    const { bytes, isWhole } = await rest(answer);
    expect(isWhole).toBe(true);
    const read = z.object({ groups: z.array(groupShape.strict()) }).parse(JSON.parse(bytes.toString()));
    expect(read.groups.map(({ id }) => id)).toEqual(await idsInOrder(account));
    // Such as the leak warning for an answer with more listeners than Node expects.
    expect(warnings).toEqual([]);
  });

  it('answers HEAD with its headers and no body', async () => {
    const answer = await service.call('HEAD', '/account/groups', { token: account.token });
    expect([answer.status, answer.text, answer.headers['content-length']]).toEqual([200, '', undefined]);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('R§2.4 is refused before its first byte, in the order of every request', async () => {
    (await account.call('GET', '/groups?external_ref=1&external_ref=2')).refused(400, 'invalid external_ref');
    (await account.call('GET', '/sites/x/tokens')).refused(404, 'not found');
  });

  it('holds no statement, transaction or snapshot while its reader stalls, and comes whole in the end', async () => {
    const answer = await open(account.token);
    await untilIdle();
    const { rowCount } = await service.db.work.query(
      'DELETE FROM site_group WHERE no = (SELECT min(no) FROM site_group)',
    );
    expect(rowCount).toBe(1);
    const { bytes, isWhole } = await rest(answer);
    expect(isWhole).toBe(true);
    const ids = groups.parse(JSON.parse(bytes.toString())).groups.map(({ id }) => id);
    const left = await idsInOrder(account);
    expect(ids.filter((id) => left.includes(id))).toEqual(left);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('breaks the connection if the database fails midway: no closing bracket, no end of the body', async () => {
    const answer = await open(account.token);
    await untilIdle();
    const session = await service.db.work.connect();
    try {
      await session.query('BEGIN; LOCK TABLE site_group IN ACCESS EXCLUSIVE MODE');
      const { bytes, isWhole } = await rest(answer);
      expect([isWhole, bytes.subarray(0, 11).toString()]).toEqual([false, '{"groups":[']);
      expect(() => JSON.parse(bytes.toString()) as unknown).toThrow(SyntaxError);
    } finally {
      await session.query('ROLLBACK');
      session.release();
    }
    // The failure is not ours, so nobody is paged.
    expect(service.log.filter((line) => line.includes('request failed'))).toEqual([]);
  });

  it('R§2.5 breaks off when its key is revoked, even while its reader stalls', async () => {
    const { key, prefix } = await service.makeAccountKey(account);
    const id = unique();
    const answer = await begin(service, '/account/groups', { Authorization: `Bearer ${key}`, 'X-Request-Id': id });
    await untilIdle();
    (await service.admin('DELETE', `/accounts/${account.id}/keys/${prefix}`)).done();
    await until(() => service.log.some((line) => line.includes(id) && line.includes('request abandoned')));
    expect((await rest(answer)).isWhole).toBe(false);
  });

  it('stops work when its reader disconnects', async () => {
    const id = unique();
    const headers = { Authorization: `Bearer ${account.token}`, 'X-Request-Id': id };
    const answer = await begin(service, '/account/groups', headers);
    await untilIdle();
    answer.destroy();
    await until(() => service.log.some((line) => line.includes(id) && line.includes('request abandoned')));
    await untilIdle();
    expect((await account.call('GET', '/me')).status).toBe(200);
  });
});

describe('the other unpaged lists', () => {
  it('I§4 GET /sites/{id}/tokens I§4 GET /groups/{id}/keys: thousands of revoked keys come whole', async () => {
    const owner = await service.makeAccount({ reseller: true });
    const site = await service.makeSite(owner);
    const group = await service.makeGroup(owner);
    const revoked = (table: string, column: string, from: string, id: string, name: string) =>
      service.db.work.query(
        `INSERT INTO ${table} (${column}, prefix, hash${name === '' ? '' : ', name'}, revoked_at, created_at)
         SELECT o.no, substr(md5(random()::text || n), 1, 8), sha256(n::text::bytea)${name}, now(), now() - n / 5 * interval '1 minute'
         FROM ${from} o CROSS JOIN generate_series(1, 1700) n WHERE o.id = $1 ON CONFLICT DO NOTHING`,
        [id],
      );
    await revoked('site_key', 'site_no', 'site', site.id, '');
    await revoked('group_key', 'group_no', 'site_group', group.id, ", 'key ' || n");
    await revoked('account_key', 'account_no', 'account', owner.id, ", 'key ' || n");
    const prefixes = async (table: string, column: string, from: string, id: string): Promise<string[]> => {
      const { rows } = await service.db.work.query<{ prefix: string }>(
        `SELECT k.prefix FROM ${table} k JOIN ${from} o ON o.no = k.${column} WHERE o.id = $1 ORDER BY k.created_at DESC, k.no DESC`,
        [id],
      );
      expect(rows.length).toBeGreaterThan(1600);
      return rows.map(({ prefix }) => prefix);
    };
    const tokens = (await owner.call('GET', `/sites/${site.id}/tokens`)).as(
      200,
      z.object({ tokens: z.array(groupKeyShape.omit({ name: true })) }),
    );
    expect(tokens.tokens.map(({ prefix }) => prefix)).toEqual(await prefixes('site_key', 'site_no', 'site', site.id));
    const keys = z.object({ keys: z.array(groupKeyShape) });
    const ofGroup = (await owner.call('GET', `/groups/${group.id}/keys`)).as(200, keys).keys;
    expect(ofGroup.map(({ prefix }) => prefix)).toEqual(
      await prefixes('group_key', 'group_no', 'site_group', group.id),
    );
    const ofAccount = (await service.admin('GET', `/accounts/${owner.id}/keys`)).as(
      200,
      z.object({ keys: z.array(groupKeyShape.extend({ name: z.string().nullable() })) }),
    ).keys;
    expect(ofAccount.map(({ prefix }) => prefix)).toEqual(
      await prefixes('account_key', 'account_no', 'account', owner.id),
    );
  });

  it('of ordinary size carry their content length, and the fields of their shapes in order', async () => {
    const owner = await service.makeAccount({ reseller: true });
    const group = await service.makeGroup(owner);
    const site = await service.makeSite(owner, { group_id: group.id });
    await service.makeSite(owner, { name: 'Shop' });
    await service.makeGroupKey(owner, group);
    const lists = [
      [await owner.call('GET', '/sites'), z.object({ sites: z.array(siteShape) })],
      [await owner.call('GET', '/groups'), groups],
      [
        await owner.call('GET', `/sites/${site.id}/tokens`),
        z.object({ tokens: z.array(groupKeyShape.omit({ name: true })) }),
      ],
      [await owner.call('GET', `/groups/${group.id}/keys`), z.object({ keys: z.array(groupKeyShape) })],
      [await service.admin('GET', `/accounts/${owner.id}`), operatorAccountShape],
    ] as const;
    for (const [answer, shape] of lists) {
      expect(answer.text, answer.request).toBe(JSON.stringify(answer.as(200, shape)));
      expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(answer.text)));
    }
  });
});

describe('R§5.3 native tRPC, which builds its answers in one piece', () => {
  const native = (procedure: string, token: string, input: object = {}) =>
    service.call('GET', `/trpc/${procedure}`, { root: true, token, query: { input: JSON.stringify(input) } });

  it('answers 10,000 rows whole, and refuses one more with the sentence that names REST', async () => {
    const owner = await service.makeAccount();
    await addGroups(owner, 10_000);
    const { result } = (await native('account.groups.list', owner.token)).as(
      200,
      z.object({ result: z.object({ data: groups }) }),
    );
    expect(result.data.groups.map(({ id }) => id)).toEqual(await idsInOrder(owner));
    await addGroups(owner, 1);
    const refused = await native('account.groups.list', owner.token);
    expect([refused.status, refused.body]).toMatchObject([400, { error: { message: 'too many rows — use REST' } }]);
    const { groups: all } = (await owner.call('GET', '/groups')).as(200, groups);
    expect(all).toHaveLength(10_001);
  });
});
