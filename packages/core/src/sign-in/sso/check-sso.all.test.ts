import { waitLimitMs } from '@goal/db/testing';
import { expect, onTestFinished, test } from 'vitest';

import { startProvider, type ProviderOptions } from '../../../test/sso-provider.ts';
import { checkSso, type SsoFinding } from './check-sso.ts';

const redirectUri = 'https://goal.example.com/api/entry/sso/return';

async function check(options: ProviderOptions = {}, path = ''): Promise<SsoFinding[]> {
  const provider = await startProvider(options);
  onTestFinished(() => provider.close());
  return checkSso({ ...provider.settings, issuer: `${provider.issuer}${path}` }, redirectUri, waitLimitMs);
}
const ofState = (findings: SsoFinding[], state: SsoFinding['state']): string[] =>
  findings.filter((one) => one.state === state).map(({ about, sentence }) => `${about}: ${sentence}`);
const metadata = (more: object): ProviderOptions => ({ changeMetadata: (told) => void Object.assign(told, more) });

test('R§10.14 a provider that has everything is found without a fault and without a note', async () => {
  const findings = await check({ emailDomains: ['example.com', 'example.org'] });
  expect(findings.map(({ state }) => state)).toEqual(findings.map(() => 'ok'));
  expect(ofState(findings, 'ok')).toEqual([
    expect.stringMatching(/^provider: it answers, and calls itself http:\/\/127\.0\.0\.1:\d+$/),
    'flow: authorization code with PKCE',
    'signature: it signs ID tokens with RS256',
    'keys: it publishes a key for signatures',
    expect.stringMatching(/^clock: its clock/),
    'client: it takes the id and the secret of the client',
    'e-mail: where it sends no email_verified, e-mails of example.com, example.org count as confirmed',
    'confirming: it tells when people signed in (auth_time)',
    `redirect: the provider must let the client redirect to ${redirectUri}`,
  ]);
});

test.each([
  [
    'signs with the secret of the client alone',
    metadata({ id_token_signing_alg_values_supported: ['HS256', 'HS512'] }),
    'signature: it signs ID tokens with HS256, HS512 alone; RS256 or ES256 is needed',
  ],
  [
    'refuses the client',
    { clientSecret: 'a wrong secret' },
    'client: it refuses the client (it answered 401): are OIDC_CLIENT_ID and OIDC_CLIENT_SECRET right?',
  ],
  [
    'offers no code',
    metadata({ response_types_supported: ['id_token'] }),
    'flow: it does not offer the authorization code flow',
  ],
  [
    'publishes no key',
    { change: (route, body) => void (route === 'jwks' && Object.assign(body, { keys: [{ kty: 'oct' }] })) },
    'keys: it publishes no key for signatures (it answered 200)',
  ],
  [
    'has a clock that is off',
    { clockSeconds: -200 },
    expect.stringMatching(/^clock: its clock is \d+ s behind the clock of this machine; at most 90 s are allowed for$/),
  ],
] satisfies [string, ProviderOptions, unknown][])(
  'R§10.14 a provider that %s has that fault',
  async (_what, options, fault) => {
    expect(ofState(await check(options), 'fault')).toEqual([fault]);
  },
);

test('R§10.14 a provider that is not at the address, or calls itself otherwise, has that fault alone', async () => {
  expect(await check({}, '/elsewhere')).toEqual([
    { about: 'provider', state: 'fault', sentence: 'metadata: it answered 404' },
  ]);
  expect(await check(metadata({ issuer: 'https://login.example.com' }))).toEqual([
    {
      about: 'provider',
      state: 'fault',
      sentence: 'metadata: its metadata name another issuer; set OIDC_ISSUER to the one they name',
    },
  ]);
  const settings = { issuer: 'http://127.0.0.1:1', clientId: 'goal', clientSecret: undefined, name: 'it' };
  expect(await checkSso(settings, redirectUri, waitLimitMs)).toEqual([
    {
      about: 'provider',
      state: 'fault',
      sentence: expect.stringMatching(/does not answer at http:\/\/127\.0\.0\.1:1\/.*: fetch failed/),
    },
  ]);
});

test('R§10.14 R§10.15 what a provider does not say of itself is a note', async () => {
  const told = await check(
    metadata({
      code_challenge_methods_supported: undefined,
      id_token_signing_alg_values_supported: ['HS512', 'ES256'],
      scopes_supported: ['openid'],
      claims_supported: ['sub'],
      prompt_values_supported: ['none', 'consent'],
    }),
  );
  expect(ofState(told, 'fault')).toEqual([]);
  expect(ofState(told, 'note')).toEqual([
    'flow: it does not say that it knows PKCE (S256), which is sent all the same',
    'signature: it can sign with HS512 as well, which is refused: see that it signs for this client with ES256',
    'e-mail: its metadata do not name the scope email: see that the client gets it',
    expect.stringContaining('unless OIDC_EMAIL_DOMAINS names the domain of their e-mail'),
    expect.stringContaining('confirming: it knows no prompt=login'),
    expect.stringContaining('confirming: its metadata do not name auth_time'),
  ]);
});

test.each(['authorization_endpoint', 'token_endpoint', 'jwks_uri'])(
  'R§10.14 a provider whose metadata have no %s has that fault alone',
  async (name) => {
    expect(await check(metadata({ [name]: undefined }))).toEqual([
      { about: 'provider', state: 'fault', sentence: `metadata: they have no address as ${name}` },
    ]);
  },
);

const lists = [
  'response_types_supported',
  'code_challenge_methods_supported',
  'id_token_signing_alg_values_supported',
  'token_endpoint_auth_methods_supported',
  'scopes_supported',
  'claims_supported',
  'prompt_values_supported',
];
test.each(['RS256', '', 5, true, {}])(
  'R§10.14 metadata of a wrong type (%j) are judged in a sentence each',
  async (value) => {
    const told = await check(metadata(Object.fromEntries(lists.map((name) => [name, value]))));
    const notes = ofState(told, 'note');
    for (const name of lists) expect(notes).toContain(`metadata: its ${name} is no list of texts`);
    expect(ofState(told, 'ok')).toContain('client: it takes the id and the secret of the client');
    expect(ofState(told, 'fault')).toEqual([]);
  },
);

test.each([
  { userinfo_endpoint: 5 },
  { userinfo_endpoint: 'userinfo' },
  { authorization_response_iss_parameter_supported: 1 },
  { authorization_response_iss_parameter_supported: 'false' },
])('R§10.14 %j is a note', async (wrong) => {
  const [name = ''] = Object.keys(wrong);
  expect(ofState(await check(metadata(wrong)), 'note')).toContainEqual(
    expect.stringMatching(new RegExp(`^metadata: its ${name} is (no address|neither true nor false)`)),
  );
});

test('R§10.14 a field of the metadata that is null counts as not told', async () => {
  const nothing = Object.fromEntries(lists.map((name) => [name, null]));
  expect(ofState(await check(metadata(nothing)), 'fault')).toEqual([]);
});

test.each([{ keys: 5 }, { keys: null }, { keys: [null, 'RS256'] }])('R§10.14 %j has no key', async ({ keys }) => {
  const told = await check({ change: (route, body) => void (route === 'jwks' && Object.assign(body, { keys })) });
  expect(ofState(told, 'fault')).toEqual(['keys: it publishes no key for signatures (it answered 200)']);
});

test.each([{ none: [] }, { none: [5] }])(
  'R§10.14 a provider that names no algorithm has that fault',
  async ({ none }) => {
    expect(ofState(await check(metadata({ id_token_signing_alg_values_supported: none })), 'fault')).toEqual([
      'signature: its metadata name no algorithm that signs ID tokens; RS256 or ES256 is needed',
    ]);
  },
);
