import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { until } from '@goal/db/testing';
import { parseNote, parsePolicy, signersOf, signNote, vkeyOf } from '@goal/signed-log';
import { noteSigner, sha256, verifySignature } from '@goal/signed-log/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { goal, goalProcess, printed, startGoal, type Running } from '../testing/goal.ts';
import { Log, origin, signer } from '../testing/log-of-entries.ts';

let folder: string;
let keyFile: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'goal-witness-'));
  const { out } = await goal(['log', 'key', 'new', '--name', 'witness.example'], {});
  keyFile = await fileOf('key', out);
});
afterAll(() => rm(folder, { recursive: true }));

const running: Running[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) {
    one.child.kill('SIGKILL');
    await one.ended;
  }
});

let files = 0;
async function fileOf(name: string, text: string): Promise<string> {
  const file = path.join(folder, `${(files += 1)}-${name}`);
  await writeFile(file, text);
  return file;
}

const entries = Array.from({ length: 40 }, (_, at) => `entry ${at}`);
const log = new Log(entries);
const fork = new Log(entries.map((entry, at) => (at === 3 ? 'another entry' : entry)));

type Started = { dir: string; run: Running; url: string; line: string };

/** Starts the built command on a folder, which is new by default. */
async function start(dir = path.join(folder, `dir-${(files += 1)}`)): Promise<Started> {
  const policy = await fileOf('policy', `log ${vkeyOf(sha256, signer)}\nquorum none\n`);
  const run = startGoal(argsOf(dir, policy), {});
  running.push(run);
  await printed(run, 'out', /^witness .*\n/);
  const line = run.out.trim();
  return { dir, run, url: line.split(' ').at(-1) ?? '', line };
}
const argsOf = (dir: string, policy: string, key = keyFile): string[] => [
  'witness',
  '--dir',
  dir,
  '--key',
  key,
  '--policy',
  policy,
  '--port',
  '0',
];

type Said = { status: number; type: string | null; text: string };
async function add({ url }: { url: string }, body: string | Uint8Array): Promise<Said> {
  const answer = await fetch(`${url}/add-checkpoint`, { method: 'POST', body });
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
}

/** Whether the answer is a cosignature that the policy of a verifier takes. */
async function isCosigned({ line }: Started, checkpoint: string, { status, text }: Said): Promise<boolean> {
  if (status !== 200) return false;
  const { witnesses } = parsePolicy(sha256, `${line}\nquorum witness.example\n`);
  const note = parseNote(checkpoint + text) ?? expect.fail('no note');
  return (await signersOf({ sha256, verifySignature }, note, witnesses)).length === 1;
}

test('a witness cosigns a log that goes on, and remembers it as a checkpoint', async () => {
  const witness = await start();
  for (const [from, to] of [
    [0, 1],
    [1, 8],
    [8, 8],
    [8, 40],
  ] as const)
    expect(
      await isCosigned(witness, log.checkpoint(to), await add(witness, log.step(from, to))),
      `${from} to ${to}`,
    ).toBe(true);
  const [file = ''] = (await readdir(witness.dir)).filter((name) => name.endsWith('.txt'));
  const kept = await readFile(path.join(witness.dir, file), 'utf8');
  expect(kept.startsWith(log.checkpoint(40))).toBe(true);
  expect(kept).toContain('\n— witness.example ');
  expect(witness.run.err).toContain(`cosigned: ${origin} at 40 entries`);
});

test('a fork is 422, however it is proven, and 409 where it has the size that was cosigned', async () => {
  const witness = await start();
  expect((await add(witness, log.step(0, 8))).status).toBe(200);
  expect((await add(witness, fork.step(8, 20))).status).toBe(422);
  const mixed = ['old 8', ...log.proof(8, 20), '', fork.checkpoint(20)].join('\n');
  expect((await add(witness, mixed)).status).toBe(422);
  expect((await add(witness, ['old 8', '', fork.checkpoint(20)].join('\n'))).status).toBe(422);
  const same = await add(witness, fork.step(8, 8));
  expect(same).toEqual({ status: 409, type: 'text/x.tlog.size', text: '8\n' });
  expect(witness.run.err).toContain('ANOTHER HISTORY');
  // The log itself goes on.
  expect((await add(witness, log.step(8, 20))).status).toBe(200);
});

test('another old size than the one it knows is 409 with that one', async () => {
  const witness = await start();
  expect(await add(witness, log.step(3, 8))).toEqual({ status: 409, type: 'text/x.tlog.size', text: '0\n' });
  expect((await add(witness, log.step(0, 8))).status).toBe(200);
  for (const [from, to] of [
    [0, 8],
    [0, 20],
    [7, 20],
    [9, 20],
    [3, 5],
  ] as const)
    expect(await add(witness, log.step(from, to))).toEqual({ status: 409, type: 'text/x.tlog.size', text: '8\n' });
});

test('of two that go on from one size at once it cosigns one', async () => {
  const witness = await start();
  expect((await add(witness, log.step(0, 3))).status).toBe(200);
  const both = await Promise.all(
    Array.from({ length: 8 }, (_, at) => add(witness, (at % 2 === 0 ? log : fork).step(3, 10 + at))),
  );
  expect(both.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  expect(both.map(({ status }) => status).filter((status) => status === 409)).toHaveLength(7);
});

test('a log that it does not know is 404, a signature of nobody it knows 403, and what is no request 400', async () => {
  const witness = await start();
  const of = (checkpoint: string, ...lines: string[]): string => [...lines, '', checkpoint].join('\n');
  const other = noteSigner('goal.example/log/other', new Uint8Array(32).fill(9));
  expect((await add(witness, of(log.checkpoint(1, other), 'old 0'))).status).toBe(404);
  const stranger = noteSigner(origin, new Uint8Array(32).fill(8));
  expect((await add(witness, of(log.checkpoint(1, stranger), 'old 0'))).status).toBe(403);
  const forged = log.checkpoint(1).replace('\n1\n', '\n2\n');
  expect((await add(witness, of(forged, 'old 0'))).status).toBe(403);
  for (const body of [
    '',
    'old 0\n',
    log.checkpoint(1),
    of(log.checkpoint(1), 'old'),
    of(log.checkpoint(1), 'old 00'),
    of(log.checkpoint(1), 'old -1'),
    of(log.checkpoint(1), 'old 2'),
    of(log.checkpoint(1), 'old 0', 'no hash'),
    of(log.checkpoint(1), 'old 0', ...Array.from({ length: 64 }, () => btoa(sha256('')))),
    of(log.checkpoint(1).trimEnd(), 'old 0'),
    of('x\n1\ny\n\n— x y\n', 'old 0'),
  ])
    expect((await add(witness, body)).status, body).toBe(400);
  expect((await add(witness, Buffer.from([0xff, 0x0a, 0x0a]))).status).toBe(400);
  expect((await add(witness, 'x'.repeat(140_000))).status).toBe(413);
  expect((await fetch(`${witness.url}/add-checkpoint`)).status).toBe(405);
  expect((await fetch(`${witness.url}/`, { method: 'POST' })).status).toBe(404);
  expect(await isCosigned(witness, log.checkpoint(1), await add(witness, log.step(0, 1)))).toBe(true);
});

test('a second witness on one folder is refused, and the first one goes on', async () => {
  const witness = await start();
  const policy = await fileOf('policy', `log ${vkeyOf(sha256, signer)}\nquorum none\n`);
  const second = await goalProcess(argsOf(witness.dir, policy), {});
  expect(second).toEqual({
    code: 1,
    out: '',
    err: `Another witness runs with ${witness.dir}: two would not know of each other.\n`,
  });
  // One that stands still has the folder as well.
  witness.run.child.kill('SIGSTOP');
  expect((await goalProcess(argsOf(witness.dir, policy), {})).code).toBe(1);
  witness.run.child.kill('SIGCONT');
  expect((await add(witness, log.step(0, 8))).status).toBe(200);
});

test('a witness that was killed knows its size when it starts again, and one that was stopped ends with 0', async () => {
  const first = await start();
  expect((await add(first, log.step(0, 8))).status).toBe(200);
  first.run.child.kill('SIGKILL');
  await first.run.ended;
  const second = await start(first.dir);
  expect(await add(second, log.step(0, 8))).toMatchObject({ status: 409, text: '8\n' });
  expect((await add(second, fork.step(8, 20))).status).toBe(422);
  expect(await isCosigned(second, log.checkpoint(20), await add(second, log.step(8, 20)))).toBe(true);
  second.run.child.kill('SIGTERM');
  expect(await second.run.ended).toBe(0);
  const third = await start(first.dir);
  expect(await add(third, log.step(8, 20))).toMatchObject({ status: 409, text: '20\n' });
});

test('a witness starts with nothing that it cannot read: key, logs, and what it remembers', async () => {
  const policy = await fileOf('policy', `log ${vkeyOf(sha256, signer)}\nquorum none\n`);
  const dir = path.join(folder, 'broken');
  const err = async (...args: Parameters<typeof argsOf>): Promise<string> => {
    const ended = await goalProcess(argsOf(...args), {});
    expect([ended.code, ended.out]).toEqual([1, '']);
    return ended.err;
  };
  expect(await err(dir, policy, policy)).toContain('this is no private key');
  expect(await err(dir, policy, path.join(folder, 'none'))).toContain('no such file or folder');
  expect(await err(dir, await fileOf('none', 'quorum none\n'))).toContain('it names no log');
  expect(await err(dir, await fileOf('bad', 'log x\nquorum none\n'))).toContain('line 1 of the policy');
  const witness = await start(dir);
  expect((await add(witness, log.step(0, 8))).status).toBe(200);
  witness.run.child.kill('SIGTERM');
  await witness.run.ended;
  const [file = ''] = (await readdir(dir)).filter((name) => name.endsWith('.txt'));
  await writeFile(path.join(dir, file), 'x');
  expect(await err(dir, policy)).toContain('is damaged');
});

/** Begins a request that it does not end. */
async function halfRequest({ url }: Started, text: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) })
    .on('error', () => {})
    .resume();
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

test('half requests shut nobody out, of the same address neither, and end after seconds', async () => {
  const witness = await start();
  const half = await Promise.all(
    Array.from({ length: 250 }, () => halfRequest(witness, 'POST /add-checkpoint HTTP/1.1\r\nHost: w\r\n')),
  );
  expect((await add(witness, log.step(0, 8))).status).toBe(200);
  await until(() => half.every(({ destroyed }) => destroyed));
  expect((await add(witness, log.step(8, 20))).status).toBe(200);
});

test('a client that goes away within its request is no line', async () => {
  const witness = await start();
  const head = 'POST /add-checkpoint HTTP/1.1\r\nHost: w\r\nContent-Length: 100\r\n\r\nold 0\n';
  for (let nth = 0; nth < 20; nth += 1) (await halfRequest(witness, head)).destroy();
  expect((await add(witness, log.step(0, 8))).status).toBe(200);
  witness.run.child.kill('SIGTERM');
  await witness.run.ended;
  expect(witness.run.err.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^Watching 1 log/),
    `cosigned: ${origin} at 8 entries`,
  ]);
});

test('a checkpoint with extension lines, and with signatures of unknown kinds, is cosigned whole', async () => {
  const witness = await start();
  const unknown = `— ${origin} ${btoa('abcd'.repeat(1200))}\n`;
  const checkpoint = signNote(sha256, `${log.body(8)}extra line\nanother\n`, [signer]) + unknown.repeat(15);
  const answer = await add(witness, `old 0\n\n${checkpoint}`);
  expect(await isCosigned(witness, checkpoint, answer)).toBe(true);
  // What it remembers has them too, and the log may go on without.
  expect((await add(witness, log.step(8, 20))).status).toBe(200);
});

test('goal witness --help tells a technician what it is for and how to begin', async () => {
  const { code, out } = await goal(['witness', '--help'], {});
  expect(code).toBe(0);
  expect(out).toContain('It needs no database');
  expect(out).toContain('goal log key new --name witness.example.com');
});
