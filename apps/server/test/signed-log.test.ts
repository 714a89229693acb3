import { consistencyShape, logKeysShape, logShape, operatorLogShape } from '@goal/contract';
import { checkInclusion, leafHash, parseCheckpoint, parseTlogProof, verifyBundle, vkeyOf } from '@goal/signed-log';
import { runningSha256, sha256, verifySignature } from '@goal/signed-log/node';
import { beforeAll, describe, expect, test } from 'vitest';

import { makeEvent, sharedService, startService, type Account, type Group, type Site } from './harness.ts';

const service = await sharedService();
let account: Account;
let group: Group;
let site: Site;
let other: Site;
let event: number;
beforeAll(async () => {
  account = await service.makeAccount({ reseller: true });
  group = await service.makeGroup(account);
  site = await service.makeSite(account, { group_id: group.id });
  other = await service.makeSite(account);
  event = await service.logEvent(account, site);
  await service.ingest(other, [makeEvent({ message: 'a secret of the other site' })]);
});

const crypto = { sha256, runningSha256, verifySignature };
const verify = (text: string, more: { vkeys?: string[]; checkpoints?: string[] } = {}) =>
  verifyBundle(piecesOf(text), { crypto, ...more });
async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

describe('the doors of the signed log', () => {
  test('R§16.2 R§16.3 R§16.1 the state of the log names the newest checkpoint, its root and its keys, to account and group keys', async () => {
    const log = (await account.call('GET', '/log')).as(200, logShape);
    expect(log).toMatchObject({
      origin: expect.stringMatching(/^goal\.invalid\/log\/[0-9a-f-]{36}$/),
      key_kept: 'database',
      earlier_events: 0,
      previous: null,
      witnesses: [],
    });
    expect(parseCheckpoint(log.checkpoint)?.head).toEqual({
      origin: log.origin,
      size: log.size,
      root: Buffer.from(log.root, 'base64').toString('latin1'),
    });
    const { key } = await service.makeGroupKey(account, group);
    (await service.call('GET', '/account/log', { token: key })).as(200, logShape);
    const text = await account.call('GET', '/log/checkpoint');
    expect(text.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'content-length': String(Buffer.byteLength(text.text)),
    });
    expect(parseCheckpoint(text.text)?.head.origin).toBe(log.origin);
    const head = await account.call('HEAD', '/log/checkpoint');
    expect([head.status, head.text]).toEqual([200, '']);
  });

  test('R§16.4 a proof of consistency, and what is no size', async () => {
    const { size } = (await account.call('GET', '/log')).as(200, logShape);
    const proof = (await account.call('GET', '/log/consistency', { query: { from: 2, to: size } })).as(
      200,
      consistencyShape,
    );
    expect(proof).toMatchObject({ from: 2, to: size });
    const all = (await account.call('GET', '/log/consistency')).as(200, consistencyShape);
    expect(all).toMatchObject({ from: 0, hashes: [] });
    expect(all.to).toBeGreaterThanOrEqual(size);
    for (const [query, sentence] of [
      [{ from: 'x' }, 'invalid from'],
      [{ from: -1 }, 'invalid from'],
      [{ from: 1_000_000 }, 'invalid from'],
      [{ from: 2, to: 1 }, 'invalid to'],
      [{ to: 1_000_000 }, 'invalid to'],
      [{ to: '1.5' }, 'invalid to'],
    ] as const)
      (await account.call('GET', '/log/consistency', { query })).refused(400, sentence);
  });

  test('R§16.5 one file proves one event, to the keys that may read it', async () => {
    const { key } = await service.makeGroupKey(account, group);
    const asked = [
      await account.call('GET', `/events/${event}/proof`),
      await service.call('GET', `/account/events/${event}/proof`, { token: key }),
      await site.call('GET', `/events/${event}/proof`),
    ];
    for (const answer of asked) {
      expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
        200,
        'text/plain; charset=utf-8',
        'no-store',
      ]);
      const { index, hashes, checkpoint, extra } = parseTlogProof(answer.text) ?? expect.fail('no proof');
      const { entry } = JSON.parse(Buffer.from(extra ?? []).toString()) as { entry: string };
      const { size, root } = parseCheckpoint(checkpoint)?.head ?? expect.fail('no checkpoint');
      expect(checkInclusion(sha256, { size, index, leaf: leafHash(sha256, entry), hashes, root })).toBe(true);
    }
    (await other.call('GET', `/events/${event}/proof`)).refused(404, 'not found');
    (await account.call('GET', '/events/x/proof')).refused(404, 'not found');
    const { events } = (await other.call('GET', '/events')).body as { events: { id: number }[] };
    (await service.call('GET', `/account/events/${events[0]?.id}/proof`, { token: key })).refused(404, 'not found');
    await service.ingest(site, [makeEvent({ message: 'too new' })]);
    const { events: newest } = (await site.call('GET', '/events', { query: { q: 'too new' } })).body as {
      events: { id: number }[];
    };
    const early = await site.call('GET', `/events/${newest[0]?.id}/proof`, { allow5xx: true });
    // It may be sealed by now.
    if (early.status !== 200) {
      early.refused(503, 'not sealed yet');
      expect(early.headers['retry-after']).toBe('5');
    }
  });

  test('R§16.6 bundles of the account, a site and a group verify, and are recorded', async () => {
    const whole = await account.call('GET', '/log/bundle');
    expect(whole.headers).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': 'attachment; filename="log.bundle"',
    });
    expect(await verify(whole.text)).toMatchObject({ verified: true, scope: { account_id: account.id } });
    const { keys } = (await service.call('GET', '/log-keys')).as(200, logKeysShape);
    const { origin, checkpoint } = (await account.call('GET', '/log')).as(200, logShape);
    const publicKey = Buffer.from(keys[0]?.public ?? '', 'base64');
    const later = await account.call('GET', '/log/bundle');
    const given = { vkeys: [vkeyOf(sha256, { name: origin, publicKey })], checkpoints: [checkpoint] };
    expect(await verify(later.text, given)).toMatchObject({ verified: true, key: 'given' });
    const { key } = await service.makeGroupKey(account, group);
    for (const [answer, scope] of [
      [await account.call('GET', '/log/bundle', { query: { site_id: site.id } }), { site_id: site.id }],
      [await account.call('GET', '/log/bundle', { query: { group_id: group.id } }), { group_id: group.id }],
      [await service.call('GET', '/account/log/bundle', { token: key }), { group_id: group.id }],
      [await site.call('GET', '/log/bundle'), { site_id: site.id }],
    ] as const) {
      expect(await verify(answer.text)).toMatchObject({ verified: true, scope });
      expect(answer.text).not.toMatch(new RegExp(`a secret|${other.id}`));
    }
    (await account.call('GET', '/log/bundle', { query: { site_id: account.id } })).refused(404, 'not found');
    (await service.call('GET', '/account/log/bundle', { token: key, query: { site_id: other.id } })).refused(
      404,
      'not found',
    );
    const records = async () => {
      const { rows } = await service.db.work.query<{ actor_kind: string; detail: object }>(
        `select actor_kind, detail from action where action = 'log.bundle' and site_id = $1 order by id`,
        [site.id],
      );
      return rows;
    };
    await expect.poll(records).toMatchObject([
      { actor_kind: 'account_key', detail: { complete: true, leaves: expect.any(Number) } },
      { actor_kind: 'site_key', detail: { complete: true } },
    ]);
    const native = await service.call('GET', '/trpc/account.log.bundle', { root: true, token: account.token });
    expect(native.status).toBe(404);
  });

  test('R§16.6 R§2.5 a bundle whose key is revoked is cut off, and its record says so', async () => {
    const { key, prefix } = await service.makeAccountKey(account);
    const response = await fetch(`${service.origin}${service.basePath}/account/log/bundle`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    // Whatever of it is still to come is cut off, or it was complete before.
    await response.text().catch(() => '');
    (await service.admin('DELETE', `/accounts/${account.id}/keys/${prefix}`)).done();
    (await service.call('GET', '/account/log/bundle', { token: key })).refused(401, 'invalid token');
  });

  test('R§16.7 anybody may read the public keys', async () => {
    const { keys } = (await service.call('GET', '/log-keys')).as(200, logKeysShape);
    expect(keys).toMatchObject([{ until: null }]);
    expect(Buffer.from(keys[0]?.public ?? '', 'base64')).toHaveLength(32);
  });

  test('R§16.8 operators see how the log of an account is, and nothing of what it says', async () => {
    const log = (await service.admin('GET', `/accounts/${account.id}/log`)).as(200, operatorLogShape);
    expect(log.size).toBeGreaterThan(3);
    (await service.admin('GET', `/accounts/${site.id}/log`)).refused(404, 'not found');
  });
});

test('R§16.9 what is done at the doors stands in the log, in order, by kinds of actors', async () => {
  const own = await service.makeAccount({ plan: 'agency' });
  const first = await service.makeSite(own);
  await own.call('GET', '/log');
  await service.setPlan(own, 'pro');
  await service.setReseller(own, true);
  (await own.call('DELETE', `/sites/${first.id}`, { query: { confirm: 'true' } })).done();
  const bundle = await own.call('GET', '/log/bundle');
  expect(await verify(bundle.text)).toMatchObject({ verified: true });
  const notes = bundle.text
    .split('\n')
    .filter((line) => line.includes('"note":'))
    .map((line) => JSON.parse((JSON.parse(line) as { note: string }).note.slice('note '.length)) as object);
  expect(notes).toMatchObject([
    { kind: 'log.begin' },
    { kind: 'site.begin', site_id: first.id, retention_days: 365, by: 'operator' },
    { kind: 'site.retention', retention_days: 90, by: 'operator' },
    { kind: 'site.retention', retention_days: -1, by: 'operator' },
    { kind: 'site.delete', site_id: first.id, by: 'account_key' },
  ]);
  expect(bundle.text).not.toContain(own.prefix);
});

test('R§16.11 LOG_SEAL=off keeps no logs; a log of before stays as it was, and another one begins when they are kept again', async () => {
  const own = await startService({ signedLog: { isOn: false } });
  try {
    const made = await own.makeAccount();
    const off = await made.call('GET', '/log', { allow5xx: true });
    off.refused(503, 'not sealed yet');
  } finally {
    await own.stop();
  }
});
