import { createHash } from 'node:crypto';

import { inAllRun } from '@goal/db/testing';
import { beforeAll, expect, test } from 'vitest';

import { makeEvent, sharedService, type Account, type Answer, type Site } from './harness.ts';
import { TileClient } from './tile-client.ts';

const service = await sharedService();
let account: Account;
let site: Site;
beforeAll(async () => {
  account = await service.makeAccount({ plan: 'agency', reseller: true });
  site = await service.makeSite(account);
  // More leaves than two tiles have, so that there are two levels.
  await service.ingest(
    site,
    Array.from({ length: 700 }, (_, at) => makeEvent({ message: `event ${at}` })),
  );
  await service.logEvent(account, site);
});

const tile = (name: string, token = account.token): Promise<Answer> =>
  service.call('GET', `/account/log/tile/${name}`, { token });

test('R§16.16 a client that knows nothing but tiles walks the log, recomputes its root and proves every leaf', async () => {
  const client = await TileClient.open(`${service.origin}${service.basePath}/account/log`, account.token);
  expect(client.size).toBeGreaterThan(702);
  const entries = await client.entries();
  expect(entries.filter((entry) => entry.startsWith(`event ${site.id} `))).toHaveLength(701);
  expect(entries[0]).toMatch(/^note \{/);
  const leaves = entries.map((entry) => createHash('sha256').update(`\0${entry}`).digest());
  expect(TileClient.rootOf(leaves)).toEqual(client.root);
  expect(await client.rootOfTiles()).toEqual(client.root);
  for (const [index, leaf] of leaves.entries())
    expect(TileClient.climb(leaf, index, client.size, await client.proofOf(index)), `leaf ${index}`).toEqual(
      client.root,
    );
  // What it checks is not what it was told: another leaf leads elsewhere.
  expect(TileClient.climb(leaves[0] ?? expect.fail(), 1, client.size, await client.proofOf(1))).not.toEqual(
    client.root,
  );
});

inAllRun(() => {
  test('R§16.16 a program that holds an older checkpoint goes on reading its tiles, byte for byte', async () => {
    const client = await TileClient.open(`${service.origin}${service.basePath}/account/log`, account.token);
    const before = await client.rootOfTiles();
    await service.logEvent(account, site);
    const later = await TileClient.open(`${service.origin}${service.basePath}/account/log`, account.token);
    expect(later.size).toBeGreaterThan(client.size);
    client.forget();
    expect(await client.rootOfTiles()).toEqual(before);
  });
});

test('R§16.16 nothing is there beyond the size that is signed, and nothing by another name', async () => {
  const own = await service.makeAccount();
  const { size } = (await own.call('GET', '/log')).body as { size: number };
  expect(size).toBeLessThan(200);
  for (const level of ['0', 'entries']) {
    expect((await tile(`${level}/000.p/${size}`, own.token)).status).toBe(200);
    (await tile(`${level}/000.p/${size + 1}`, own.token)).refused(404, 'not found');
    (await tile(`${level}/000`, own.token)).refused(404, 'not found');
    (await tile(`${level}/001.p/1`, own.token)).refused(404, 'not found');
  }
  for (const name of [
    '1/000.p/1',
    '5/000',
    '6/000',
    '-1/000',
    '0/0',
    '0/000.p/0',
    '0/000.p/256',
    '0/x000/000.p/1',
    '0/x001/000',
    '0/x001/x234/067',
    'data/000.p/1',
    '0/000.p/1/1',
  ])
    (await tile(name, own.token)).refused(404, 'not found');
});

inAllRun(() => {
  test('R§16.16 R§2.10 paths of tiles match exactly', async () => {
    for (const name of ['', '/', '0', '0/', '0/000/', '0//000', '0/000.p//1', '0/./000', '0/x001/../000'])
      (await service.call('GET', `/account/log/tile/${name}`)).refused(404, 'not found');
    // Encoded slashes name the same tile.
    const plain = await tile('0/x001/000');
    expect((await tile('0/x001%2F000')).text).toBe(plain.text);
  });
});

test('R§16.16 R§2.5 only an account key of the account itself reads tiles', async () => {
  (await service.call('GET', '/account/log/tile/0/000')).refused(401, 'missing bearer token');
  (await tile('0/000', site.token)).refused(401, 'invalid token');
  const { key: groupKey } = await service.makeGroupKey(account, await service.makeGroup(account));
  (await tile('0/000', groupKey)).refused(403, 'account key required');
  const revoked = await service.makeAccountKey(account);
  expect((await tile('0/000', revoked.key)).status).toBe(200);
  (await service.admin('DELETE', `/accounts/${account.id}/keys/${revoked.prefix}`)).done();
  (await tile('0/000', revoked.key)).refused(401, 'invalid token');
  // The same path leads another account to its own log.
  const other = await service.makeAccount();
  (await tile('0/000', other.token)).refused(404, 'not found');
  const first = await tile('entries/000.p/1', other.token);
  expect(first.status).toBe(200);
  expect((await tile('0/000.p/1', other.token)).text).not.toBe((await tile('0/000.p/1')).text);
  const native = await service.call('GET', '/trpc/account.log.tile', {
    root: true,
    token: account.token,
    query: { input: JSON.stringify({ level: '0', index: '000' }) },
  });
  expect(native.status).toBe(404);
});

inAllRun(() => {
  test('R§16.16 a tile may be kept by its reader alone, and its length is told', async () => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await service.call(method, '/account/log/tile/0/000', { token: account.token });
      expect([answer.status, answer.headers]).toMatchObject([
        200,
        {
          'content-type': 'application/octet-stream',
          'content-length': '8192',
          'cache-control': 'private, max-age=86400, immutable',
          vary: 'Authorization',
        },
      ]);
    }
  });
});
