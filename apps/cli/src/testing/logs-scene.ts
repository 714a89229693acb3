import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { freePort } from '@goal/db/testing';
import { signatureKinds, vkeyOf } from '@goal/signed-log';
import { noteSigner, parsePrivateKey, sha256 } from '@goal/signed-log/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';

import { goal, printed, startGoal, type Running } from './goal.ts';
import { json, openService, type ServiceUnderTest } from './service.ts';

/** A witness that is not started yet; `line` is its line of a policy. */
type Witness = { name: string; keyFile: string; dir: string; port: number; line: string };

/** The settings of a service that keeps a log of logs. */
type Settings = { LOG_WITNESSES: string; DATA_DIR: string; LOG_KEY?: string };

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

/** How a witness that cosigned is shown, but for its name and size. */
export const shown = { cosigned_at: expect.any(String), failing_since: null, behind_seconds: 0, failure: null };

/** Kills a program. */
export async function end(one: Running): Promise<void> {
  one.child.kill('SIGKILL');
  await one.ended;
}

/**
 * The scene of tests of the log of logs: a service for each test, witnesses, and rounds of work.
 * Call it once in a file. All that it starts ends with the test.
 */
export function openLogsScene() {
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

  /** The settings of a service with these witnesses, of which one is enough. */
  async function settingsOf(...witnesses: readonly Witness[]): Promise<Settings> {
    const names = witnesses.map(({ name }) => name).join(' ');
    const lines = [...witnesses.map(({ line }) => line), `group enough any ${names}`, 'quorum enough', ''];
    return {
      LOG_WITNESSES: await fileOf('policy', lines.join('\n')),
      DATA_DIR: path.join(folder, `data-${(files += 1)}`),
    };
  }

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
  return {
    get service(): ServiceUnderTest {
      return service;
    },
    folder: () => folder,
    fileOf,
    newWitness,
    startWitness,
    settingsOf,
    status,
    round,
    grow,
    begun,
    sizeOf,
  };
}
