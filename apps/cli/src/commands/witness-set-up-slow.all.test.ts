import path from 'node:path';

import { freePort, until } from '@goal/db/testing';
import { expect, onTestFinished, test } from 'vitest';

import { goal, printed, startGoal } from '../testing/goal.ts';
import { end, openLogsScene } from '../testing/logs-scene.ts';

const scene = openLogsScene();
const { fileOf, folder, grow } = scene;

test('R§16.17 a witness is set up by what each command prints for the next one, and is asked within a minute of its start', async () => {
  const made = await goal(['log', 'key', 'new', '--name', 'witness.example'], {});
  const key = await fileOf('key', made.out);
  const url = `http://127.0.0.1:${await freePort()}`;
  const { out: line } = await goal(['witness', '--key', key, '--url', url], {});
  // Who made the key has seen all but the address already.
  expect(line).toBe(`${made.err.trim()} ${url}\n`);

  expect((await scene.service.goal('log status')).out).toContain('There is no log of logs');
  await grow();
  const settings = {
    LOG_WITNESSES: await fileOf('witnesses', `${line}quorum witness.example\n`),
    DATA_DIR: path.join(folder(), 'data'),
  };
  const server = await scene.service.startServer(settings);
  onTestFinished(() => end(server));
  const status = async (around = {}): Promise<string> => (await scene.service.goal('log status', around)).out;
  await until(async () => (await status(settings)).includes('it cannot be reached (ECONNREFUSED)'));
  // Also in a shell without the service's settings.
  const [vkey = ''] = /^\S+\+[0-9a-f]{8}\+\S+$/m.exec(await status()) ?? [];

  const logs = await fileOf('logs', `log ${vkey}\nquorum none\n`);
  const args = ['--dir', path.join(folder(), 'set-up'), '--key', key, '--policy', logs, '--port', new URL(url).port];
  const witness = startGoal(['witness', ...args], {});
  onTestFinished(() => end(witness));
  await printed(witness, 'out', /^witness .*\n/);
  expect(witness.out).toBe(line);
  await until(async () => /^witness\.example cosigned \d+ entries at \S+\.$/m.test(await status(settings)));
});
