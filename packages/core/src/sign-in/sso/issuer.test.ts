import { expect, test } from 'vitest';

import { isSetUpIssuer } from './issuer.ts';

const counts = (address: string, issuer: string): boolean => isSetUpIssuer({ sso: { issuer: address } }, issuer);

const issuer = 'https://id.example.com/realms/staff';

test.each([
  issuer,
  `${issuer}/`,
  'https://ID.Example.com/realms/staff',
  'https://id.example.com:443/realms/staff',
  `${issuer}/.well-known/openid-configuration`,
  'https://ID.example.com:443/realms/staff//.well-known/openid-configuration/',
])('R§10.24 the provider that is set up as %s is the one that its tokens name', (address) => {
  expect([counts(address, issuer), counts(address, `${issuer}/`)]).toEqual([true, true]);
});

test('R§10.24 a provider at an origin alone is the same with and without the slash', () => {
  expect(counts('https://id.example.com/.well-known/openid-configuration', 'https://id.example.com')).toBe(true);
  expect(counts('https://id.example.com', 'https://id.example.com/')).toBe(true);
});

test.each([
  'https://other.example.com/realms/staff',
  'https://id.example.com/realms/Staff',
  'https://id.example.com/realms',
  'http://id.example.com/realms/staff',
  'https://id.example.com:8443/realms/staff',
  'id.example.com/realms/staff',
])('R§10.24 %s is another provider', (address) => expect(counts(address, issuer)).toBe(false));

test.each([
  ['https://login.microsoftonline.com/common/v2.0', 'https://login.microsoftonline.com/0f1e/v2.0'],
  ['https://login.microsoftonline.com/common/.well-known/openid-configuration', 'https://sts.windows.net/0f1e/'],
  ['https://staff.b2clogin.com/staff.onmicrosoft.com/flow/v2.0', 'https://staff.b2clogin.com/0f1e/v2.0/'],
])('R§10.24 %s gives out tokens of its tenants', (address, ofTenant) => {
  expect(counts(address, ofTenant)).toBe(true);
  expect(counts(address, issuer)).toBe(false);
  expect(counts(address, 'https://other.b2clogin.com/0f1e/v2.0/')).toBe(false);
});

test('R§10.24 without single sign-on no provider counts', () => {
  expect(isSetUpIssuer({ sso: undefined }, '')).toBe(false);
});
