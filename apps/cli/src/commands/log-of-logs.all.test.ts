import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';

import { inLongRun, until } from '@goal/db/testing';
import { expect, test } from 'vitest';

import { goal } from '../testing/goal.ts';
import { end, openLogsScene, shown } from '../testing/logs-scene.ts';
import { aged, register } from '../testing/register.ts';
import { json } from '../testing/service.ts';

const scene = openLogsScene();
const { begun, fileOf, grow, newWitness, round, settingsOf, sizeOf, startWitness, status } = scene;

test('R§16.17 a bundle shows that witnesses cosigned its log, and goal verify --policy says so, also when the log has grown since', async () => {
  const witness = await newWitness('witness.example');
  const settings = await begun(witness);
  expect(await status(settings)).toMatchObject({
    log: { size: 2 },
    witnesses: [{ name: witness.name, size: 0, cosigned_at: null, failure: 'it cannot be reached (ECONNREFUSED)' }],
  });
  const away = await startWitness(witness, settings);
  // The server's own round is not due yet.
  await scene.service.rows(`insert into work_turn (work, begun_at) values ('witnesses', clock_timestamp())`);
  const server = await scene.service.startServer(settings);
  const { key, send } = await register(scene.service);
  await send([aged(0)]);
  await round(settings);
  const { log, witnesses } = await status(settings);
  expect(witnesses).toEqual([{ ...shown, name: witness.name, size: log?.size }]);

  const about = async (): Promise<unknown> => (await scene.service.call('GET', '/account/log', { token: key })).body;
  expect(await about()).toMatchObject({ witnesses: [witness.name] });
  const metrics = (await scene.service.call('GET', '/metrics', { root: true })).body;
  expect(metrics).toContain('goal_log_witness_behind_seconds{witness="witness.example"} 0');
  const verdict = async (): Promise<Record<string, unknown>> => {
    const { body } = await scene.service.call('GET', '/account/log/bundle', { token: key });
    const bundle = await fileOf('bundle', String(body));
    return json(await goal(['verify', bundle, '--policy', settings.LOG_WITNESSES, '--json'], {}));
  };
  const first = await verdict();
  expect(first).toMatchObject({ verified: true, logs: [{ witnessed_by: [witness.name] }] });
  await send([aged(0), aged(0)]);
  const [{ size, witnessed_size: seen } = { size: 0, witnessed_size: 0 }] = (await verdict())['logs'] as {
    size: number;
    witnessed_size: number;
  }[];
  expect(size).toBeGreaterThan(seen);
  expect(await about()).toMatchObject({ witnesses: [witness.name] });

  // While the witness is away the newest entry is not cosigned, and the one before is shown.
  await end(away);
  await round(settings);
  expect(await verdict()).toMatchObject({
    verified: true,
    logs: [{ witnessed_by: [witness.name], witnessed_size: seen }],
  });
  expect((await status(settings)).witnesses).toMatchObject([
    { size: log?.size, failing_since: expect.any(String), failure: 'it cannot be reached (ECONNREFUSED)' },
  ]);
  await end(server);
});

test('R§16.17 a server tells the log of logs and asks the witnesses by itself', async () => {
  const witness = await newWitness('witness.example');
  const settings = await settingsOf(witness);
  await scene.service.startServer(settings);
  await until(async () => (await status(settings)).witnesses.some(({ failing_since: since }) => since !== null));
  expect(await status(settings)).toMatchObject({ log: { size: 1 }, witnesses: [{ name: witness.name, size: 0 }] });
});

inLongRun(() => {
  test('R§16.17 a witness that cosigned more than is known here is asked again from there', async () => {
    const witness = await newWitness('witness.example');
    const settings = await begun(witness);
    await startWitness(witness, settings);
    await round(settings);
    await scene.service.rows('delete from log_witness');
    await grow();
    await round(settings);
    const { log, witnesses } = await status(settings);
    expect(log?.size).toBe(3);
    expect(witnesses).toEqual([{ ...shown, name: witness.name, size: 3 }]);
  });
});

test('R§16.17 a witness refuses a log of logs that was put back and went on otherwise, and the operator is told', async () => {
  const witness = await newWitness('witness.example');
  const settings = await begun(witness);
  const run = await startWitness(witness, settings);
  const tables = ['log_head', 'log_entries', 'log_told', 'log_witness', 'log_cosigned'];
  for (const table of tables)
    await scene.service.rows(`create table kept_${table} as select * from ${table} where account = 0`);
  await grow();
  await round(settings);
  expect(await sizeOf(settings)).toBe(3);
  for (const table of tables) {
    await scene.service.rows(`delete from ${table} where account = 0`);
    await scene.service.rows(`insert into ${table} select * from kept_${table}`);
  }
  expect((await scene.service.goal('worker --once', settings)).err).toContain('it was put back to an older state');
  expect((await status(settings)).witnesses).toMatchObject([
    { failure: 'it has cosigned 3 entries of a log that has 2 here: see goal log renew' },
  ]);
  // Whoever has database and key, and not the file with the sizes that were signed.
  const elsewhere = { ...settings, DATA_DIR: path.join(scene.folder(), 'elsewhere') };
  await scene.service.rows('delete from log_head where account > (select min(no) from account)');
  await scene.service.rows('delete from account where no > (select min(no) from account)');
  await grow();
  await round(elsewhere);
  expect((await status(elsewhere)).witnesses).toMatchObject([
    { failure: 'it has seen ANOTHER HISTORY of this log (it answered 409)' },
  ]);
  await grow();
  await round(elsewhere);
  expect(await sizeOf(elsewhere)).toBe(4);
  expect((await status(elsewhere)).witnesses).toMatchObject([
    { size: 0, failure: 'it has seen ANOTHER HISTORY of this log (it answered 422)' },
  ]);
  expect(run.err).toContain('does not follow from 3');
});

inLongRun(() => {
  test('R§16.17 a witness that does not answer delays no other one', async () => {
    const [dead, live] = [await newWitness('dead.example'), await newWitness('live.example')];
    const settings = await begun(dead, live);
    await startWitness(live, settings);
    // It takes a request and keeps silent until the other witness has cosigned.
    const silent = createServer((socket) => sockets.add(socket)).listen(dead.port, '127.0.0.1');
    const sockets = new Set<Socket>();
    await once(silent, 'listening');
    await grow();
    const working = round(settings);
    await until(async () => (await status(settings)).witnesses.some(({ size }) => size === 3));
    silent.close();
    for (const socket of sockets) socket.destroy();
    await working;
    const { witnesses } = await status(settings);
    expect(witnesses).toMatchObject([
      { name: dead.name, size: 0, failure: expect.stringMatching(/^it cannot be reached \((?!ECONNREFUSED)/) },
      { ...shown, name: live.name, size: 3 },
    ]);
  });
});

inLongRun(() => {
  test('R§16.17 a witness that is named later begins with the log of logs as it is, and both are shown', async () => {
    const first = await newWitness('first.example');
    const settings = await begun(first);
    await startWitness(first, settings);
    await round(settings);
    const second = await newWitness('second.example');
    const more = { ...settings, LOG_WITNESSES: (await settingsOf(first, second)).LOG_WITNESSES };
    await startWitness(second, more);
    await grow();
    await round(more);
    expect((await status(more)).witnesses).toEqual([first, second].map(({ name }) => ({ ...shown, name, size: 3 })));
    const [row] = await scene.service.rows('select checkpoint from log_cosigned');
    expect(
      String(row?.['checkpoint'])
        .match(/^— \S+/gm)
        ?.slice(1),
    ).toEqual(['— first.example', '— second.example']);
  });
});

test('R§16.17 each fault of LOG_WITNESSES is told at the start', async () => {
  const { line } = await newWitness('witness.example');
  const faults: [text: string, sentence: RegExp][] = [
    ['', /the policy names no quorum/],
    ['quorum none\n', /the policy names no witness/],
    ['witness w x\nquorum w\n', /line 1 of the policy: the key is not one of its kind/],
    [`${line.replace(/ http\S+$/, '')}\nquorum witness.example\n`, /has no http or https address/],
    [`${line.replace('http:', 'ftp:')}\nquorum witness.example\n`, /has no http or https address/],
    [`${line}\nquorum other\n`, /line 2 of the policy: the quorum is unknown/],
  ];
  for (const [text, sentence] of faults) {
    const file = await fileOf('policy', text);
    const { code, err } = await scene.service.goal('log status', { LOG_WITNESSES: file });
    expect([code, err]).toEqual([1, expect.stringMatching(sentence)]);
    expect(err).toContain(`LOG_WITNESSES is ${file}: `);
  }
  expect((await scene.service.goal('log status', { LOG_WITNESSES: '/nowhere' })).err).toContain('(ENOENT)');
  const file = await fileOf('policy', `${line}\nquorum witness.example\n`);
  const off = await scene.service.goal('log status', { LOG_WITNESSES: file, LOG_SEAL: 'off' });
  expect(off.err).toContain('LOG_WITNESSES needs LOG_SEAL=on');
});

test('R§16.17 goal log status prints the key that a witness is given, and how each witness answers', async () => {
  const witness = await newWitness('witness.example');
  const settings = await settingsOf(witness);
  expect((await scene.service.goal('log status', settings)).out).toContain('The log of logs is yet to begin');
  await round(settings);
  const { log } = await status(settings);
  const { out } = await scene.service.goal('log status', settings);
  expect(out).toContain(`The log of logs is ${log?.origin}, with 1 entries. Witnesses know it by:\n${log?.vkeys[0]}\n`);
  expect(out).toMatch(/^witness\.example cosigned nothing yet, and has not answered as it must since \S+: it cannot/m);
  expect((await scene.service.goal('status', settings)).out).toMatch(
    /^Witnesses +witness\.example cosigned nothing yet, FAILS/m,
  );
  expect((await scene.service.goal('status')).out).not.toContain('Witnesses');
});
