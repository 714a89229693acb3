import { createHash } from 'node:crypto';

import { beganShape, recoveryCodesShape, totpShape } from '@goal/contract';
import { openPeople } from '@goal/core';
import { hashCheaply } from '@goal/db/testing';
import { Secret, TOTP } from 'otpauth';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import { serve } from '../src/serve.ts';
import { openClient, type Client } from './harness/client.ts';
import { startService, testEnv, unique, type CallOptions, type TestService } from './harness.ts';
import { data, refused, type Failure } from './trpc-answers.ts';

// Two instances on one database. DASHBOARD_SECRET is being exchanged, so both of its passwords
// count.
const secrets = ['the newer password of the dashboard', 'the older password of the dashboard'];
const people = openPeople({
  secrets,
  dashboardUrl: 'http://localhost:3001',
  mailer: undefined,
  onMailFailure: () => {},
  signIn: 'all',
});
const [door = '', olderDoor = ''] = people.doorProofs;

let service: TestService;
let second: Awaited<ReturnType<typeof serve>>;
let client: Client;
const secondLog: string[] = [];
beforeAll(async () => {
  service = await startService({ dashboardSecrets: secrets });
  const logger = pino({ level: 'debug', base: null }, { write: (line: string) => void secondLog.push(line) });
  const env = testEnv({ dashboardSecrets: secrets });
  second = await serve(env, service.databaseUrl, logger, {});
  client = openClient(second.origin, env.basePath);
});
afterAll(async () => {
  client.close();
  await second.stop();
  await service.stop();
});

const password = 'correct horse battery';
async function makePerson(): Promise<string> {
  const email = `${unique()}@example.com`;
  await service.db.prisma.person.create({
    data: { email, password: hashCheaply(password), passwordAt: new Date() },
  });
  return email;
}

const post = (procedure: string, body: object, options: CallOptions = {}, instance: Pick<Client, 'call'> = service) =>
  instance.call('POST', `/trpc/${procedure}`, { root: true, body, ...options });
/** As the dashboard's server asks, for a visitor from this address. */
const fromDoor = (address: string, more: Readonly<Record<string, string>> = {}): CallOptions => ({
  headers: { 'X-Goal-Door': door, 'X-Goal-Visitor': address, ...more },
});
const enter = (email: string, typed: string, options: CallOptions, instance: Pick<Client, 'call'> = service) =>
  post('entry.password', { email, password: typed }, options, instance);

describe('R§10.8 the door', () => {
  test('without the proof of the dashboard’s server there is no entry, whoever asks and however well', async () => {
    const email = await makePerson();
    const account = await service.makeAccount();
    const headers: Readonly<Record<string, string>>[] = [
      {},
      { 'X-Goal-Visitor': '192.0.2.1' },
      { 'X-Goal-Door': door },
      { 'X-Goal-Door': '', 'X-Goal-Visitor': '192.0.2.1' },
      { 'X-Goal-Door': `${door.slice(0, -1)}x`, 'X-Goal-Visitor': '192.0.2.1' },
      { 'X-Goal-Door': secrets[0] ?? '', 'X-Goal-Visitor': '192.0.2.1' },
    ];
    for (const one of headers) refused(await enter(email, password, { headers: one }), 404, 'not found');
    for (const token of [account.token, service.adminWrite])
      refused(await enter(email, password, { token }), 404, 'not found');
    refused(await post('entry.secondFactor', { ceremony: 'x', code: 'x' }), 404, 'not found');
    expect(await service.db.prisma.brake.count()).toBe(0);
  });

  test('with it the right password answers a token, which /trpc takes and REST does not', async () => {
    const email = await makePerson();
    for (const proof of [door, olderDoor]) {
      const began = beganShape.parse(
        data(await enter(email, password, fromDoor('192.0.2.2', { 'X-Goal-Door': proof }))),
      );
      const got = await service.call('GET', '/trpc/me.get', { root: true, token: began.token });
      expect(data(got)).toMatchObject({ email });
      (await service.call('GET', '/account/me', { token: began.token })).refused(401, 'invalid token');
    }
  });

  test('no header but that of the door changes the visitor’s address', async () => {
    const address = '192.0.2.3';
    const forged = ['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'CF-Connecting-IP', 'True-Client-IP'];
    for (const [n, header] of forged.entries()) {
      const tried = await enter(
        `${unique()}@example.com`,
        password,
        fromDoor(address, { [header]: `198.51.100.${n}` }),
      );
      refused(tried, 401, 'email or password is wrong');
    }
    const brakeOf = (of: string) => {
      const subject = new Uint8Array(createHash('sha256').update(`address ${of}`).digest());
      return service.db.prisma.brake.findFirst({ where: { subject } });
    };
    // Tries come back with time, so a slow machine finds fewer of the five.
    expect((await brakeOf(address))?.spent).toBeGreaterThan(1);
    for (const n of forged.keys()) expect(await brakeOf(`198.51.100.${n}`)).toBeNull();
  });
});

describe('R§10.8 guesses at once', () => {
  test('of 40 on two instances 10 are judged; the others are 429 with Retry-After, and so is the right password', async () => {
    const email = await makePerson();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        enter(email, 'another password', fromDoor(`198.51.100.${n}`), n % 2 === 0 ? service : client),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
    const late = await enter(email, password, fromDoor('198.51.100.99'));
    refused(late, 429, 'rate limited');
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(late.headers['retry-after'])).toBeLessThanOrEqual(360);
  });

  test('R§2.4 of 20 in one batch 10 are judged', async () => {
    const email = await makePerson();
    const guesses = Array.from({ length: 20 }, (_, n) => [n, { email, password: `another password ${n}` }]);
    const path = `${Array<string>(20).fill('entry.password').join(',')}?batch=1`;
    const answer = await post(path, Object.fromEntries(guesses), fromDoor('192.0.2.4'));
    const sentences = z
      .array(z.custom<{ error: Failure }>())
      .parse(answer.body)
      .map(({ error }) => error.message);
    expect(sentences.filter((one) => one === 'email or password is wrong')).toHaveLength(10);
    expect(sentences.filter((one) => one === 'rate limited')).toHaveLength(10);
  });
});

test('R§10.9 an unknown e-mail and a wrong password are answered with the same bytes', async () => {
  const known = await enter(await makePerson(), 'another password', fromDoor('192.0.2.5'));
  const unknown = await enter(`${unique()}@example.com`, 'another password', fromDoor('192.0.2.5'));
  expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
  const varying = ['date', 'x-request-id'];
  const fixed = (headers: object): unknown[] => Object.entries(headers).filter(([name]) => !varying.includes(name));
  expect(fixed(unknown.headers)).toEqual(fixed(known.headers));
});

test('R§10.12 a second factor is turned on, asked for on either instance, and each code counts once', async () => {
  const email = await makePerson();
  const visitor = fromDoor('192.0.2.6');
  const { token } = beganShape.parse(data(await enter(email, password, visitor)));
  const { secret } = totpShape.parse(data(await post('me.totp.begin', {}, { token })));
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const { recovery_codes: codes } = recoveryCodesShape.parse(data(await post('me.totp.finish', { code }, { token })));
  const first = async (): Promise<string> => {
    const step = data(await enter(email, password, visitor, client));
    return z.object({ next: z.literal('second_factor'), ceremony: z.string() }).parse(step).ceremony;
  };
  const [ceremony, another] = [await first(), await first()];
  const [recovery = ''] = codes;
  // The code that turned it on has counted.
  refused(await post('entry.secondFactor', { ceremony, code }, visitor), 401, 'the code is wrong');
  data(await post('entry.secondFactor', { ceremony, code: recovery }, visitor));
  refused(await post('entry.secondFactor', { ceremony: another, code: recovery }, visitor), 401, 'the code is wrong');
  const expired = 'this attempt has expired — begin again';
  refused(await post('entry.secondFactor', { ceremony, code: recovery }, visitor), 400, expired);

  // Nothing of it is logged.
  const log = [...service.log, ...secondLog].join('\n');
  for (const hidden of [password, secret, ...codes, token.split('_')[3] ?? '', door]) expect(log).not.toContain(hidden);
});
