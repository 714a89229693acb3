import { expect, test } from 'vitest';

import { readSsoSettings } from './sso-settings.ts';

const provider = { OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'goal' };
const read = (more: object) => readSsoSettings({ ...provider, ...more });
const domainsRule =
  'OIDC_EMAIL_DOMAINS must be at most 50 domains of e-mails, separated by commas, as example.com,example.org';
const oneTenant = expect.stringContaining('OIDC_EMAIL_DOMAINS needs an OIDC_ISSUER that names one tenant');

test('R§10.14 the domains are read by the rules of domains; an empty variable is not set', () => {
  expect(read({ OIDC_EMAIL_DOMAINS: ' Example.com. ,bücher.example,localhost' })).toEqual({
    faults: [],
    sso: {
      issuer: 'https://login.example.com',
      clientId: 'goal',
      clientSecret: undefined,
      name: 'single sign-on',
      emailDomains: ['example.com', 'xn--bcher-kva.example', 'localhost'],
    },
  });
  expect(read({ OIDC_EMAIL_DOMAINS: '' })).toMatchObject({ faults: [], sso: { emailDomains: [] } });
  expect(readSsoSettings({})).toEqual({ faults: [], sso: undefined });
});

test.each([
  'example',
  '*.example.com',
  '@example.com',
  'ada@example.com',
  'example.com,',
  'a.example;b.example',
  '10.0.0.1',
])('R§10.14 %s is refused', (text) => expect(read({ OIDC_EMAIL_DOMAINS: text }).faults).toEqual([domainsRule]));

test('R§10.14 fifty domains are taken, and no more', () => {
  const domains = Array.from({ length: 51 }, (_, at) => `d${at}.example`);
  expect(read({ OIDC_EMAIL_DOMAINS: domains.slice(1).join(',') }).faults).toEqual([]);
  expect(read({ OIDC_EMAIL_DOMAINS: domains.join(',') }).faults).toEqual([domainsRule]);
});

test.each([
  'https://login.microsoftonline.com/common/v2.0',
  'https://login.microsoftonline.com/organizations/v2.0/',
  'https://login.microsoftonline.com/consumers',
  'https://login.microsoftonline.us/Common/v2.0/.well-known/openid-configuration',
  'https://login.microsoftonline.com//common/v2.0',
  'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
])('R§10.14 with domains, an issuer of every tenant is refused: %s', (issuer) => {
  expect(read({ OIDC_ISSUER: issuer, OIDC_EMAIL_DOMAINS: 'example.com' }).faults).toEqual([oneTenant]);
  expect(read({ OIDC_ISSUER: issuer }).faults).toEqual([]);
});

test.each([
  'https://login.microsoftonline.com/6d2fa1c4-9f0a-4a7c-8d3b-0f8f3e4a5b6c/v2.0',
  'https://login.microsoftonline.com/example.onmicrosoft.com/v2.0',
  'https://login.example.com/realms/common',
  'https://login.example.com',
])('R§10.14 with domains, an issuer of one tenant is taken: %s', (issuer) =>
  expect(read({ OIDC_ISSUER: issuer, OIDC_EMAIL_DOMAINS: 'example.com' }).faults).toEqual([]),
);

test('R§10.14 the other variables are judged as well, and no value is repeated', () => {
  const { faults } = readSsoSettings({ OIDC_ISSUER: 'http://leak.example.com', OIDC_EMAIL_DOMAINS: 'leak' });
  expect(faults).toEqual([
    'OIDC_ISSUER must be the https address of the provider of single sign-on (http on this machine alone), as https://login.example.com',
    domainsRule,
  ]);
  expect(read({ OIDC_CLIENT_ID: '' }).faults).toEqual(['OIDC_ISSUER needs OIDC_CLIENT_ID']);
  expect(readSsoSettings({ OIDC_EMAIL_DOMAINS: 'example.com' }).faults).toEqual([
    'OIDC_EMAIL_DOMAINS needs OIDC_ISSUER',
  ]);
});
