import { until } from '@goal/db/testing';
import { vkeyOf } from '@goal/signed-log';
import { noteSigner, parsePrivateKey, sha256 } from '@goal/signed-log/node';
import { expect, test } from 'vitest';

import { goal } from '../testing/goal.ts';
import { end, openLogsScene, shown } from '../testing/logs-scene.ts';
import { aged, register } from '../testing/register.ts';
import { json } from '../testing/service.ts';

const scene = openLogsScene();
const { begun, fileOf, grow, newWitness, round, settingsOf, sizeOf, startWitness, status } = scene;

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
  const former = await scene.service.startServer(before);
  const { key, send } = await register(scene.service);
  await send([aged(0)]);
  await round(before);
  const size = await sizeOf(before);
  expect((await status(before)).witnesses).toEqual([{ ...shown, name: witness.name, size }]);

  // The servers get the new key first, and sign nothing until it is exchanged.
  await end(former);
  const held = await scene.service.goal('worker --once', after);
  expect(held.err).toContain('LOG_KEY is another key than the one that signs the logs');
  expect(json(await scene.service.goal('log key rotate --json', after))).toMatchObject({ public: second.shown });
  await scene.service.startServer(after);
  await send([aged(0)]);
  await round(after);
  expect((await status(after)).log?.vkeys).toEqual([vkeyFor(first), vkeyFor(second)]);
  const grown = await sizeOf(after);
  expect(grown).toBeGreaterThan(size);
  expect((await status(after)).witnesses).toEqual([{ ...shown, name: witness.name, size: grown }]);
  const { body } = await scene.service.call('GET', '/account/log/bundle', { token: key });
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
  const foreign = await scene.service.goal('worker --once', { ...start, LOG_KEY: `${third.file},${second.file}` });
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
    json(await scene.service.goal('log status --json', after))['former_key_until'];
  expect(Date.parse(String(await signsUntil()))).toBeGreaterThan(Date.now() + 29 * dayMs);
  // The 30 days are over.
  await scene.service.rows(
    `update log_head set keys = jsonb_set(keys, '{1,2}', to_jsonb((keys -> 1 ->> 2)::int8 - $1::int8))
    where keys -> 1 is not null`,
    [30 * dayMs],
  );
  expect(await signsUntil()).toBeNull();
  expect(await failureWith(first)).toBe(refused);
  expect(await failureWith(second)).toBeNull();
});

test('R§16.17 two processes keep one log of logs, which grows once for each checkpoint of an account', async () => {
  const witness = await newWitness('witness.example');
  const settings = await begun(witness);
  await startWitness(witness, settings);
  await scene.service.rows('delete from work_turn');
  const servers = [
    await scene.service.startServer({ ...settings, SEAL_SECONDS: '1' }),
    await scene.service.startServer({ ...settings, SEAL_SECONDS: '1', PORT: '0' }),
  ];
  const { send } = await register(scene.service);
  /** Each of the processes looks whether it is its turn; this gives it to both once more. */
  const nextRound = async (): Promise<void> => {
    await scene.service.rows(`delete from work_turn where work = 'witnesses'`);
    await until(async () => (await scene.service.rows(`select from work_turn where work = 'witnesses'`)).length > 0);
  };
  const sizes = `select max(h.size)::int as sealed, max(t.size)::int as told from account a join log_head h on h.account = a.no
    left join log_told t on t.of_account = h.account and t.of_log = h.log where a.email = 'owner@example.com'`;
  const ofAccount = async () => (await scene.service.rows(sizes))[0] ?? {};
  for (let nth = 1; nth <= 2; nth += 1) {
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
    await until(async () => (await status(settings)).witnesses[0]?.size === size + 1);
  }
  // A round without anything new.
  const size = await sizeOf(settings);
  await nextRound();
  await nextRound();
  expect(await sizeOf(settings)).toBe(size);
  expect(await scene.service.rows('select log from log_head where account = 0')).toHaveLength(1);
  for (const { child, ended } of servers) {
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  }
});
