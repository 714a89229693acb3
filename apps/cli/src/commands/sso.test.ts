import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { goal } from '../testing/goal.ts';

/** A provider of which the check reads everything; packages/core shows what it finds. */
let server: Server;
let issuer: string;
beforeAll(async () => {
  server = createServer((req, res) => {
    const answers: Readonly<Record<string, [status: number, body: object]>> = {
      '/.well-known/openid-configuration': [
        200,
        {
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          code_challenge_methods_supported: ['S256'],
          claims_supported: ['email', 'email_verified', 'auth_time'],
        },
      ],
      '/jwks': [200, { keys: [{ kty: 'RSA' }] }],
      '/token': isRight(req.headers.authorization)
        ? [400, { error: 'invalid_grant' }]
        : [401, { error: 'invalid_client' }],
    };
    const [status, body] = answers[req.url ?? ''] ?? [404, {}];
    res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a server that listens on TCP
  issuer = `http://127.0.0.1:${port}`;
});
afterAll(() => void server.close());

const isRight = (header = ''): boolean => header === `Basic ${Buffer.from('goal:right').toString('base64')}`;
const check = (secret: string, ...more: string[]) =>
  goal(['sso', 'check', ...more], {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: 'goal',
    OIDC_CLIENT_SECRET: secret,
    DASHBOARD_URL: 'https://goal.example.com',
  });

test('R§9.1 R§10.14 sso check says what it finds, without a database, in lines and as one JSON object', async () => {
  const { code, out, err } = await check('right');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out.trim().split('\n')).toEqual([
    `✓ provider   it answers, and calls itself ${issuer}`,
    '✓ flow       authorization code with PKCE',
    '✓ signature  it signs ID tokens with RS256',
    '✓ keys       it publishes a key for signatures',
    expect.stringContaining('✓ clock      its clock'),
    '✓ client     it takes the id and the secret of the client',
    '✓ e-mail     it says that it sends email_verified',
    '✓ confirming it tells when people signed in (auth_time)',
    '✓ redirect   the provider must let the client redirect to https://goal.example.com/api/entry/sso/return',
  ]);
  const { findings } = JSON.parse((await check('right', '--json')).out) as { findings: object[] };
  expect(findings).toHaveLength(9);
  expect(findings[1]).toEqual({ about: 'flow', state: 'ok', sentence: 'authorization code with PKCE' });
});

test('R§9.1 R§10.14 sso check exits with 1 where nobody could sign in, and prints no secret', async () => {
  const { code, out } = await check('a-wrong-secret');
  expect(code).toBe(1);
  expect(out).toContain(
    '✗ client     it refuses the client (it answered 401 invalid_client): are OIDC_CLIENT_ID and OIDC_CLIENT_SECRET right?',
  );
  expect(out).not.toContain('a-wrong-secret');
});

test('R§9.1 R§10.14 sso check says where nothing is set up, and judges the variables as the service does', async () => {
  expect(await goal(['sso', 'check'], {})).toEqual({
    code: 1,
    out: '',
    err: 'Single sign-on is not set up: give OIDC_ISSUER and OIDC_CLIENT_ID, as to the service.\n',
  });
  const { code, err } = await goal(['sso', 'check'], { OIDC_ISSUER: issuer, OIDC_EMAIL_DOMAINS: '*.example.com' });
  expect(code).toBe(1);
  expect(err).toContain('OIDC_ISSUER needs OIDC_CLIENT_ID');
  expect(err).toContain('OIDC_EMAIL_DOMAINS must be at most 50 domains');
});
