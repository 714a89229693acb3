import { openPeople } from '@goal/core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import type { Known } from '../../../packages/core/test/openid-provider.ts';
import { Browser, startProvider, type SsoProvider } from '../../../packages/core/test/sso-provider.ts';
import { startService, unique, type TestService } from './harness.ts';

// What an administrator who sets single sign-on up reads in the log, and what the dashboard's
// server is told of a person who is refused.

const dashboardSecrets = ['the password of this dashboard, of the tests'];
const [door = ''] = openPeople({
  secrets: dashboardSecrets,
  dashboardUrl: 'http://localhost:3001',
  mailer: undefined,
  onMailFailure: () => {},
  signIn: 'all',
}).doorProofs;

let provider: SsoProvider;
let service: TestService;
let signedWith: string | undefined;
beforeAll(async () => {
  provider = await startProvider({
    change: (_route, body) => {
      if (signedWith === undefined || !('id_token' in body)) return;
      const [, claims, signature] = String(body.id_token).split('.');
      const head = Buffer.from(JSON.stringify({ alg: signedWith })).toString('base64url');
      body.id_token = [head, claims, signature].join('.');
    },
    changeMetadata: (metadata) => void (metadata['id_token_signing_alg_values_supported'] = ['HS512', 'RS256']),
  });
  service = await startService({ dashboardSecrets, sso: provider.settings });
});
afterAll(async () => {
  await service.stop();
  await provider.close();
});

type Answer = { status: number; body: { error?: { message: string; data: object }; result?: { data: object } } };
const ask = async (procedure: string, body: object): Promise<Answer> => {
  const { status, body: answer } = await service.call('POST', `/trpc/${procedure}`, {
    root: true,
    body,
    headers: { 'X-Goal-Door': door, 'X-Goal-Visitor': '192.0.2.7' },
  });
  // The two forms of an answer over native tRPC.
  return { status, body: answer as Answer['body'] };
};

/** Signs in at the provider, and returns what is refused, with the lines of the log about it. */
async function enter(login: string, change: (query: string) => string = String) {
  const from = service.log.length;
  const { body } = await ask('entry.sso.begin', { next: '/a/1/log?q=kestrel' });
  const { url = '', ceremony = '' } = (body.result?.data ?? {}) as { url?: string; ceremony?: string };
  const query = change(await new Browser().visit(url, login));
  const answer = await ask('entry.sso.finish', { ceremony, query });
  const lines = service.log
    .slice(from)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'sign-in refused');
  return { answer, query, ceremony, lines, all: service.log.slice(from).join('') };
}
const known = (claims: Known): { login: string; email: string } => {
  const email = `ada.lovelace-${unique()}@example.com`;
  return { login: provider.know(unique(), { email, ...claims }), email };
};

test.each([
  [
    'nobody_invited',
    403,
    { email_verified: true },
    undefined,
    String,
    'the e-mail is of no person and of no open invitation',
  ],
  [
    'email_not_confirmed',
    403,
    {},
    undefined,
    String,
    'the provider sends no email_verified, and the domain of the e-mail is not in OIDC_EMAIL_DOMAINS',
  ],
  [
    'sign_in_not_completed',
    401,
    { email_verified: true },
    'HS512',
    String,
    "the token endpoint: the ID token is signed with HS512, which uses the client's secret: let the provider sign with RS256 or ES256",
  ],
  [
    'sign_in_not_completed',
    401,
    { email_verified: true },
    undefined,
    (query: string) => query.replace(/code=[^&]+/, 'code=another'),
    'the token endpoint: it answered 400 invalid_grant',
  ],
  [
    'sign_in_not_completed',
    401,
    { email_verified: true },
    undefined,
    (query: string) => query.replace(/code=[^&]+/, 'error=access_denied&error_description=Ada+Lovelace'),
    'the provider answered with the error access_denied',
  ],
])(
  'R§10.14 a refused sign-in (%s) is one line of the log with its reason, without a token, a name or an e-mail',
  async (code, status, claims, alg, change, reason) => {
    signedWith = alg;
    const { login, email } = known(claims);
    const { answer, query, ceremony, lines, all } = await enter(login, change);
    expect(answer.status).toBe(status);
    expect(lines).toEqual([
      expect.objectContaining({ level: 40, code, reason, id: expect.any(String), route: 'entry.sso.finish' }),
    ]);
    const secrets = [email, 'lovelace', 'Lovelace', 'kestrel', ceremony, new URLSearchParams(query).get('code')];
    for (const secret of secrets) if (secret !== null) expect(all).not.toContain(secret);
    // The dashboard's server names the person's own e-mail on their page.
    const data = answer.body.error?.data;
    if (status === 403) expect(data).toMatchObject({ email });
    else expect(data).not.toHaveProperty('email');
  },
);

test('R§10.14 an attempt that is unknown or used, and any other way in, is such a line too', async () => {
  const from = service.log.length;
  await ask('entry.sso.finish', { ceremony: 'unknown', query: 'code=a&state=b' });
  await ask('entry.password', { email: 'nobody@example.com', password: 'correct horse battery' });
  const lines = service.log.slice(from).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.filter(({ msg }) => msg === 'sign-in refused')).toEqual([
    expect.objectContaining({
      code: 'attempt_expired',
      reason: 'the attempt does not count: it is unknown, was used, or is older than ten minutes',
    }),
    expect.objectContaining({ level: 30, code: 'wrong_password', reason: 'email or password is wrong' }),
  ]);
});

test('R§10.14 a provider whose metadata lack an address is one line of the log with the reason, and no fault', async () => {
  const faulty = await startProvider({
    changeMetadata: (metadata) => void (metadata['authorization_endpoint'] = undefined),
  });
  const own = await startService({ dashboardSecrets, sso: faulty.settings });
  onTestFinished(async () => {
    await own.stop();
    await faulty.close();
  });
  const { status, body } = await own.call('POST', '/trpc/entry.sso.begin', {
    root: true,
    allow5xx: true,
    body: {},
    headers: { 'X-Goal-Door': door, 'X-Goal-Visitor': '192.0.2.7' },
  });
  expect({ status, body }).toMatchObject({ status: 503, body: { error: { data: { code: 'SERVICE_UNAVAILABLE' } } } });
  const lines = own.log.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.filter(({ level }) => Number(level) >= 40)).toEqual([
    expect.objectContaining({
      level: 40,
      msg: 'the sign-in service is out of reach',
      reason: 'metadata: they have no address as authorization_endpoint',
    }),
  ]);
});
