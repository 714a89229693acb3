import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { freePort, inLongRun, until } from '@goal/db/testing';
import { signatureKinds, vkeyOf } from '@goal/signed-log';
import { noteSigner, parsePrivateKey, sha256 } from '@goal/signed-log/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { goal, printed, startGoal, type Running } from '../testing/goal.ts';
import { aged, register } from '../testing/register.ts';
import { json, openService, type ServiceUnderTest } from '../testing/service.ts';

let folder: string;
let service: ServiceUnderTest;
const running: Running[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'goal-logs-'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  service = await openService();
});
afterEach(async () => {
  for (const one of running.splice(0)) await end(one);
  await service.end();
});

let files = 0;
async function fileOf(name: string, text: string): Promise<string> {
  const file = path.join(folder, `${(files += 1)}-${name}`);
  await writeFile(file, text);
  return file;
}

async function end(one: Running): Promise<void> {
  one.child.kill('SIGKILL');
  await one.ended;
}

/** A witness that is not started yet; `line` is its line of a policy. */
type Witness = { name: string; keyFile: string; dir: string; port: number; line: string };

async function newWitness(name: string): Promise<Witness> {
  const { out } = await goal(['log', 'key', 'new', '--name', name], {});
  const { seed } = parsePrivateKey(out) ?? expect.fail('no key');
  const vkey = vkeyOf(sha256, { ...noteSigner(name, seed), kind: signatureKinds.cosignature });
  const port = await freePort();
  const dir = path.join(folder, `witness-${(files += 1)}`);
  return {
    name,
    keyFile: await fileOf('key', out),
    dir,
    port,
    line: `witness ${name} ${vkey} http://127.0.0.1:${port}`,
  };
}

/** Starts the built `goal witness` with these keys, or those that `goal log status` prints. */
async function startWitness(
  { keyFile, dir, port }: Witness,
  settings: Settings,
  vkeys?: readonly string[],
): Promise<Running> {
  const known = vkeys ?? (await status(settings)).log?.vkeys ?? [];
  const policy = await fileOf('logs', `${known.map((vkey) => `log ${vkey}\n`).join('')}quorum none\n`);
  const args = ['witness', '--dir', dir, '--key', keyFile, '--policy', policy, '--port', String(port)];
  const run = startGoal(args, {});
  running.push(run);
  await printed(run, 'out', /^witness .*\n/);
  return run;
}

type Settings = { LOG_WITNESSES: string; DATA_DIR: string; LOG_KEY?: string };
/** The settings of a service with these witnesses, of which one is enough. */
async function settingsOf(...witnesses: readonly Witness[]): Promise<Settings> {
  const names = witnesses.map(({ name }) => name).join(' ');
  const lines = [...witnesses.map(({ line }) => line), `group enough any ${names}`, 'quorum enough', ''];
  return {
    LOG_WITNESSES: await fileOf('policy', lines.join('\n')),
    DATA_DIR: path.join(folder, `data-${(files += 1)}`),
  };
}

type Status = {
  log: { origin: string; size: number; vkeys: string[] } | null;
  witnesses: {
    name: string;
    size: number;
    cosigned_at: string | null;
    failing_since: string | null;
    behind_seconds: number;
    failure: string | null;
  }[];
};
async function status(settings: Settings): Promise<Status> {
  // The form that the contract gives it; the assertions fail for another.
  return json(await service.goal('log status --json', settings))['log_of_logs'] as Status;
}

/** One round of all work, as an hour brings it. */
const round = async (settings: Settings): Promise<unknown> =>
  json(await service.goal('worker --once --json', settings));

let accounts = 0;
/** Lets something grow: an account comes, whose log begins with the next round. */
const grow = (): Promise<unknown> =>
  service.rows(`insert into account (email, plan) values ('owner${(accounts += 1)}@example.com', 'starter')`);

/** A service whose log of logs has begun. */
async function begun(...witnesses: readonly Witness[]): Promise<Settings> {
  const settings = await settingsOf(...witnesses);
  await grow();
  await round(settings);
  return settings;
}

const sizeOf = async (settings: Settings): Promise<number> => (await status(settings)).log?.size ?? 0;
const shown = { cosigned_at: expect.any(String), failing_since: null, behind_seconds: 0, failure: null };

test('R§16.17 a bundle shows that witnesses cosigned its log, and goal verify --policy says so, also when the log has grown since', async () => {
  const witness = await newWitness('witness.example');
  const settings = await begun(witness);
  expect(await status(settings)).toMatchObject({
    log: { size: 2 },
    witnesses: [{ name: witness.name, size: 0, cosigned_at: null, failure: 'it cannot be reached (ECONNREFUSED)' }],
  });
  await startWitness(witness, settings);
  // The server's own round is not due yet.
  await service.rows(`insert into work_turn (work, begun_at) values ('witnesses', clock_timestamp())`);
  const server = await service.startServer(settings);
  const { key, send } = await register(service);
  await send([aged(0)]);
  await round(settings);
  const { log, witnesses } = await status(settings);
  expect(witnesses).toEqual([{ ...shown, name: witness.name, size: log?.size }]);

  const about = async (): Promise<unknown> => (await service.call('GET', '/account/log', { token: key })).body;
  expect(await about()).toMatchObject({ witnesses: [witness.name] });
  const metrics = (await service.call('GET', '/metrics', { root: true })).body;
  expect(metrics).toContain('goal_log_witness_behind_seconds{witness="witness.example"} 0');
  const verdict = async (): Promise<Record<string, unknown>> => {
    const { body } = await service.call('GET', '/account/log/bundle', { token: key });
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
  for (const one of running.splice(0)) await end(one);
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
  await service.startServer(settings);
  await until(async () => (await status(settings)).witnesses.some(({ failing_since: since }) => since !== null));
  expect(await status(settings)).toMatchObject({ log: { size: 1 }, witnesses: [{ name: witness.name, size: 0 }] });
});

test('R§16.17 a witness that cosigned more than is known here is asked again from there', async () => {
  const witness = await newWitness('witness.example');
  const settings = await begun(witness);
  await startWitness(witness, settings);
  await round(settings);
  await service.rows('delete from log_witness');
  await grow();
  await round(settings);
  const { log, witnesses } = await status(settings);
  expect(log?.size).toBe(3);
  expect(witnesses).toEqual([{ ...shown, name: witness.name, size: 3 }]);
});

test('R§16.17 a witness refuses a log of logs that was put back and went on otherwise, and the operator is told', async () => {
  const witness = await newWitness('witness.example');
  const settings = await begun(witness);
  const run = await startWitness(witness, settings);
  const tables = ['log_head', 'log_entries', 'log_told', 'log_witness', 'log_cosigned'];
  for (const table of tables)
    await service.rows(`create table kept_${table} as select * from ${table} where account = 0`);
  await grow();
  await round(settings);
  expect(await sizeOf(settings)).toBe(3);
  for (const table of tables) {
    await service.rows(`delete from ${table} where account = 0`);
    await service.rows(`insert into ${table} select * from kept_${table}`);
  }
  expect((await service.goal('worker --once', settings)).err).toContain('it was put back to an older state');
  expect((await status(settings)).witnesses).toMatchObject([
    { failure: 'it has cosigned 3 entries of a log that has 2 here: see goal log renew' },
  ]);
  // Whoever has database and key, and not the file with the sizes that were signed.
  const elsewhere = { ...settings, DATA_DIR: path.join(folder, 'elsewhere') };
  await service.rows('delete from log_head where account > (select min(no) from account)');
  await service.rows('delete from account where no > (select min(no) from account)');
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
  const [row] = await service.rows('select checkpoint from log_cosigned');
  expect(
    String(row?.['checkpoint'])
      .match(/^— \S+/gm)
      ?.slice(1),
  ).toEqual(['— first.example', '— second.example']);
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
    const { code, err } = await service.goal('log status', { LOG_WITNESSES: file });
    expect([code, err]).toEqual([1, expect.stringMatching(sentence)]);
    expect(err).toContain(`LOG_WITNESSES is ${file}: `);
  }
  expect((await service.goal('log status', { LOG_WITNESSES: '/nowhere' })).err).toContain('(ENOENT)');
  const file = await fileOf('policy', `${line}\nquorum witness.example\n`);
  const off = await service.goal('log status', { LOG_WITNESSES: file, LOG_SEAL: 'off' });
  expect(off.err).toContain('LOG_WITNESSES needs LOG_SEAL=on');
});

test('R§16.17 goal log status prints the key that a witness is given, and how each witness answers', async () => {
  const witness = await newWitness('witness.example');
  const settings = await settingsOf(witness);
  expect((await service.goal('log status', settings)).out).toContain('The log of logs is yet to begin');
  await round(settings);
  const { log } = await status(settings);
  const { out } = await service.goal('log status', settings);
  expect(out).toContain(`The log of logs is ${log?.origin}, with 1 entries. Witnesses know it by:\n${log?.vkeys[0]}\n`);
  expect(out).toMatch(/^witness\.example cosigned nothing yet, and has not answered as it must since \S+: it cannot/m);
  expect((await service.goal('status', settings)).out).toMatch(
    /^Witnesses +witness\.example cosigned nothing yet, FAILS/m,
  );
  expect((await service.goal('status')).out).not.toContain('Witnesses');
});

inLongRun(() => {
  const dayMs = 86_400_000;
  /** A key for LOG_KEY, and its public half as `goal log key show` prints it. */
  async function newLogKey(): Promise<{ file: string; publicKey: Uint8Array; shown: string }> {
    const { out } = await goal(['log', 'key', 'new'], {});
    const { seed } = parsePrivateKey(out) ?? expect.fail('no key');
    const { publicKey } = noteSigner('goal', seed);
    return { file: await fileOf('log-key', out), publicKey, shown: Buffer.from(publicKey).toString('base64') };
  }

  test('R§16.11 R§16.17 goal log key rotate: for 30 days witnesses and readers who know the former key accept the new one, behind them those who were given it, and a third key is refused', async () => {
    const witness = await newWitness('witness.example');
    const [first, second, third] = [await newLogKey(), await newLogKey(), await newLogKey()];
    const start = await settingsOf(witness);
    const before = { ...start, LOG_KEY: first.file };
    const after = { ...start, LOG_KEY: `${second.file},${first.file}` };
    await grow();
    await round(before);
    const origin = (await status(before)).log?.origin ?? expect.fail('the log of logs has not begun');
    const vkeyFor = ({ publicKey }: typeof first): string => vkeyOf(sha256, { name: origin, publicKey });
    expect((await status(before)).log?.vkeys).toEqual([vkeyFor(first)]);
    let run = await startWitness(witness, before);
    const former = await service.startServer(before);
    const { key, send } = await register(service);
    await send([aged(0)]);
    await round(before);
    const size = await sizeOf(before);
    expect((await status(before)).witnesses).toEqual([{ ...shown, name: witness.name, size }]);

    // The servers get the new key first, and sign nothing until it is exchanged.
    await end(former);
    const held = await service.goal('worker --once', after);
    expect(held.err).toContain('LOG_KEY is another key than the one that signs the logs');
    expect(json(await service.goal('log key rotate --json', after))).toMatchObject({ public: second.shown });
    await service.startServer(after);
    await send([aged(0)]);
    await round(after);
    expect((await status(after)).log?.vkeys).toEqual([vkeyFor(first), vkeyFor(second)]);
    const grown = await sizeOf(after);
    expect(grown).toBeGreaterThan(size);
    expect((await status(after)).witnesses).toEqual([{ ...shown, name: witness.name, size: grown }]);
    const { body } = await service.call('GET', '/account/log/bundle', { token: key });
    const bundle = await fileOf('bundle', String(body));
    const verify = ['verify', bundle, '--policy', after.LOG_WITNESSES, '--json', '--vkey'];
    for (const { shown: trusted } of [first, second])
      expect(json(await goal([...verify, trusted], {}))).toMatchObject({
        verified: true,
        key: 'given',
        logs: [{ witnessed_by: [witness.name] }],
      });
    expect(json(await goal([...verify, third.shown], {}), 1)).toMatchObject({ verified: false });

    // A process with a third key signs nothing, and a witness that was given one cosigns nothing.
    await grow();
    const foreign = await service.goal('worker --once', { ...start, LOG_KEY: `${third.file},${second.file}` });
    expect(foreign.err).toContain('LOG_KEY is another key than the one that signs the logs');
    expect(await sizeOf(after)).toBe(grown);
    const failureWith = async (known: typeof first): Promise<string | null | undefined> => {
      await end(run);
      run = await startWitness(witness, after, [vkeyFor(known)]);
      await grow();
      await round(after);
      return (await status(after)).witnesses[0]?.failure;
    };
    const refused = 'it knows another key of this log: give it the one that goal log status prints';
    expect(await failureWith(third)).toBe(refused);
    expect(await failureWith(first)).toBeNull();

    const signsUntil = async (): Promise<unknown> =>
      json(await service.goal('log status --json', after))['former_key_until'];
    expect(Date.parse(String(await signsUntil()))).toBeGreaterThan(Date.now() + 29 * dayMs);
    // The 30 days are over.
    await service.rows(`update log_head set keys = jsonb_set(keys, '{1,2}', to_jsonb((keys -> 1 ->> 2)::int8 - $1::int8))
      where keys -> 1 is not null`, [30 * dayMs]);
    expect(await signsUntil()).toBeNull();
    expect(await failureWith(first)).toBe(refused);
    expect(await failureWith(second)).toBeNull();
  });

  test('R§16.17 two processes behind one port keep one log of logs, which grows once for each checkpoint of an account', async () => {
    const witness = await newWitness('witness.example');
    const settings = await begun(witness);
    await startWitness(witness, settings);
    await service.rows('delete from work_turn');
    const server = await service.startServer({ ...settings, INSTANCES: '2', SEAL_SECONDS: '1' });
    const { send } = await register(service);
    /** Each of the processes looks whether it is its turn; this gives it to both once more. */
    const nextRound = async (): Promise<void> => {
      await service.rows(`delete from work_turn where work = 'witnesses'`);
      await until(async () => (await service.rows(`select from work_turn where work = 'witnesses'`)).length > 0);
    };
    const sizes = `select max(h.size)::int as sealed, max(t.size)::int as told from account a join log_head h on h.account = a.no
      left join log_told t on t.of_account = h.account and t.of_log = h.log where a.email = 'owner@example.com'`;
    const ofAccount = async () => (await service.rows(sizes))[0] ?? {};
    for (let nth = 1; nth <= 3; nth += 1) {
      const { sealed } = await ofAccount();
      await send([aged(0)]);
      await until(async () => Number((await ofAccount())['sealed']) > Number(sealed ?? 0));
      const size = await sizeOf(settings);
      await nextRound();
      await until(async () => {
        const now = await ofAccount();
        return now['told'] === now['sealed'];
      });
      expect(await sizeOf(settings)).toBe(size + 1);
      await nextRound();
      await until(async () => (await status(settings)).witnesses[0]?.size === size + 1);
      expect(await sizeOf(settings)).toBe(size + 1);
    }
    expect(await service.rows('select log from log_head where account = 0')).toHaveLength(1);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });
});
