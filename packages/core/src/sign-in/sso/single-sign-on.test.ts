import { waitLimitMs } from '@goal/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';

import { startProvider, type SsoProvider } from '../../../test/sso-provider.ts';
import { openSso } from './single-sign-on.ts';

let provider: SsoProvider;
let change: Record<string, unknown>;
let asked: number;
beforeAll(async () => {
  provider = await startProvider({
    changeMetadata: (told) => void Object.assign(told, change),
    onRequest: (path) => void (asked += path.startsWith('/.well-known') ? 1 : 0),
  });
});
afterAll(() => provider.close());
beforeEach(() => {
  [change, asked] = [{}, 0];
});
const open = () => openSso(provider.settings, waitLimitMs);
const faulty = (message: string) => ({ code: 'provider_out_of_reach', cause: { message: `metadata: ${message}` } });

describe.each(['authorization_endpoint', 'token_endpoint', 'jwks_uri'])('metadata without a right %s', (name) => {
  const wrong = [undefined, null, '', 5, 'login', ['https://login.example.com'], 'ftp://login.example.com', 'data:,a'];
  test.each(wrong.map((value) => ({ value })))('R§10.14 keep the provider out of reach: $value', async ({ value }) => {
    change = { [name]: value };
    await expect(open().configuration()).rejects.toMatchObject(faulty(`they have no address as ${name}`));
  });
});

test('R§10.14 every address that is missing is named', async () => {
  change = { authorization_endpoint: undefined, jwks_uri: 5 };
  await expect(open().configuration()).rejects.toMatchObject(
    faulty('they have no address as authorization_endpoint, jwks_uri'),
  );
});

test('R§10.14 faulty metadata are asked for again after some seconds, and good ones after an hour', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  change = { authorization_endpoint: undefined };
  const sso = open();
  const refused = faulty('they have no address as authorization_endpoint');
  for (let time = 0; time < 3; time += 1) await expect(sso.configuration()).rejects.toMatchObject(refused);
  expect(asked).toBe(1);
  change = {};
  vi.advanceTimersByTime(5000);
  for (let time = 0; time < 3; time += 1) await expect(sso.configuration()).resolves.toBeDefined();
  expect(asked).toBe(2);
  vi.advanceTimersByTime(3_600_001);
  await sso.configuration();
  expect(asked).toBe(3);
});
