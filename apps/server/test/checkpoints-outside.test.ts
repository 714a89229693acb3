import { gunzipSync } from 'node:zlib';

import { logShape } from '@goal/contract';
import { inAllRun, until } from '@goal/db/testing';
import { checkpointsIn, parseCheckpoint, verifyBundle } from '@goal/signed-log';
import { runningSha256, sha256, verifySignature } from '@goal/signed-log/node';
import { afterAll, expect, test } from 'vitest';

import { makeEvent, startService } from './harness.ts';
import { makeStream, openReceiver, readStream, untilStream } from './stream-receiver.ts';

const service = await startService({ streams: { allowNets: '127.0.0.0/8' } });
afterAll(() => service.stop());

async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

test('R§16.12 exports, bodies of webhooks and get_account of MCP bring the newest checkpoint, and a later bundle agrees with each', async () => {
  const receiver = await openReceiver();
  const account = await service.makeAccount();
  const site = await service.makeSite(account);
  await makeStream(account, { type: 'webhook', url: receiver.url });
  const { origin, size } = (await account.call('GET', '/log')).as(200, logShape);
  const exported = async (of: typeof account | typeof site): Promise<string[]> => {
    const text = (await of.call('GET', '/events/export')).text.trim().split('\n');
    return [text[0] ?? '', text.at(-1) ?? ''];
  };
  const ends = [...(await exported(account))];
  await service.logEvent(account, site);
  ends.push(...(await exported(site)));
  await until(() => receiver.ids().length === 1);
  const sent = receiver.requests.map(({ body }) => body);
  const { log } = (JSON.parse(sent[0] ?? '') as { data: { log: { size: number; checkpoint: string } } }).data;
  expect(parseCheckpoint(log.checkpoint)?.head).toMatchObject({ origin, size: log.size });
  const found = [...ends, ...sent].map((text) => checkpointsIn(text));
  expect(found.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1]);
  for (const [one = ''] of found) expect(parseCheckpoint(one)?.head.size).toBeGreaterThanOrEqual(size);
  const csv = (await account.call('GET', '/events/export', { query: { format: 'csv' } })).text;
  expect(checkpointsIn(csv)).toEqual([]);
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_account', arguments: {} } };
  const described = (await service.call('POST', '/mcp', { token: account.token, body })).text;
  const newest = (await account.call('GET', '/log')).as(200, logShape);
  expect(described).toContain(JSON.stringify({ origin, size: newest.size }));
  expect((await account.call('GET', '/me')).text).not.toContain(origin);
  const bundle = await account.call('GET', '/log/bundle');
  const verdict = await verifyBundle(piecesOf(bundle.text), {
    crypto: { sha256, runningSha256, verifySignature },
    checkpoints: found.flat(),
  });
  expect(verdict).toMatchObject({ verified: true });
  await receiver.close();
});

inAllRun(() => {
  test('R§15.1 R§15.3 R§16.12: files of the object store hold each event once, in the order of the tail, each of one hour, also after a death between the put and the position; a checkpoint lies beside them', async () => {
    const objects = new Map<string, Buffer>();
    const checkpoints: string[] = [];
    const receiver = await openReceiver(({ path, raw }) => {
      if (path.includes('/checkpoints/')) checkpoints.push(`${path}\n${raw.toString()}`);
      else objects.set(path, raw);
      return {};
    });
    const account = await service.makeAccount();
    const { origin } = (await account.call('GET', '/log')).as(200, logShape);
    const site = await service.makeSite(account);
    const [endpoint] = receiver.url.split('/hook');
    const sink = {
      type: 's3',
      endpoint,
      bucket: 'archive',
      access_key_id: 'AKIA',
      secret_access_key: 'x',
      minutes: 60,
    };
    const stream = await makeStream(account, sink, { filters: { severity: ['high'] } });
    const send = (severity: string, count: number) =>
      service.ingest(
        site,
        Array.from({ length: count }, () => makeEvent({ severity })),
      );
    const set = (text: string) =>
      service.db.work.query(`update stream set lease = null, lease_until = null, ${text} where id = $1`, [stream.id]);
    const view = () => readStream(account, stream.id);
    // Until its minutes are over nothing is sent.
    await send('low', 3);
    for (let half = 0; half < 2; half += 1) await send('high', 600);
    await send('high', 4);
    const waits = `select from stream where id = $1 and next_at > clock_timestamp() + interval '3 seconds'`;
    await until(async () => (await service.db.work.query(waits, [stream.id])).rowCount === 1);
    expect([objects.size, (await view()).delivered]).toEqual([0, 0]);
    // 500 of them arrived in the hour before.
    await service.db.work.query(
      `update event set received_at = received_at - interval '1 hour' where id in
       (select e.id from event e join site s on s.no = e.site and s.id = $1 order by e.id limit 503)`,
      [site.id],
    );
    const now = `sink = jsonb_set(sink, '{minutes}', '0'), next_at = clock_timestamp()`;
    await set(now);
    await untilStream(account, stream.id, ({ delivered }) => delivered === 1204);
    const before = [...objects.keys()];
    // A process that dies after the put leaves the position where it was, or behind events of the
    // tail that do not match; more came meanwhile.
    await set(`status = 'paused', paused_by = 'customer'`);
    await send('low', 2);
    await send('high', 3);
    await set(`status = 'active', paused_by = null, event_id = 0, ${now},
    seq = (select min(t.seq) from tail t where t.account = account_no)`);
    await untilStream(account, stream.id, ({ delivered }) => delivered === 2 * 1204 + 3);
    expect([...objects.keys()]).toEqual(before);
    expect(
      before.map((path) => /^\/archive\/account=[-0-9a-f]+\/dt=[-0-9]+\/hour=\d\d\//.test(decodeURIComponent(path))),
    ).toEqual([true, true]);
    const lines = before.toSorted().map((path) =>
      gunzipSync(objects.get(path) ?? '')
        .toString()
        .trim()
        .split('\n'),
    );
    expect(lines.map(({ length }) => length)).toEqual([500, 707]);
    // One for both files, and another one if an hour went by.
    expect(checkpoints.length).toBeLessThan(4);
    for (const one of checkpoints) {
      const [path = '', name, size = ''] = one.split('\n');
      expect(decodeURIComponent(path)).toBe(`/archive/account=${account.id}/checkpoints/${size.padStart(16, '0')}.txt`);
      expect(name).toBe(origin);
    }
    expect(checkpoints).not.toEqual([]);
    const ids = lines.flat().map((line) => (JSON.parse(line) as { id: number }).id);
    const { rows } = await service.db.work.query<{ id: string }>(
      `select e.id from tail t join event e on e.account = t.account and e.id between t.first_id and t.last_id
     join site s on s.no = e.site and s.id = $1 where e.severity = 4 order by t.seq, e.id`,
      [site.id],
    );
    expect(ids).toEqual(rows.map(({ id }) => Number(id)));
    await receiver.close();
  });
});

test('R§16.12 where no log is kept nothing of it is sent: exports and bodies are as they were', async () => {
  const receiver = await openReceiver();
  const own = await startService({ streams: { allowNets: '127.0.0.0/8' }, signedLog: { isOn: false } });
  try {
    const account = await own.makeAccount();
    const site = await own.makeSite(account);
    await makeStream(account, { type: 'webhook', url: receiver.url });
    await own.sendOne(site);
    await until(() => receiver.ids().length === 1);
    expect(receiver.requests[0]?.body).toMatch(/"log":null\}\}$/);
    const lines = (await account.call('GET', '/events/export')).text.trim().split('\n');
    expect(lines.map((line) => Object.keys(JSON.parse(line) as object)[0])).toEqual(['export', 'id', 'complete']);
    expect(lines.join('')).not.toContain('checkpoint');
  } finally {
    await own.stop();
    await receiver.close();
  }
});
