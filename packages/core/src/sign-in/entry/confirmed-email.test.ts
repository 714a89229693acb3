import { expect, test } from 'vitest';

import { joinTold, judgeEmail, toldEmail } from './confirmed-email.ts';

const email = 'ada@example.com';
const counts = (claims: object, domains = ['example.org', 'example.com']): boolean =>
  !('reason' in judgeEmail(toldEmail({ email, ...claims }), domains));

test.each([
  { email_verified: true },
  { email_verified: 'true' },
  { xms_edov: true },
  { xms_edov: 'true' },
  { xms_edov: 1 },
  { xms_edov: '1' },
  { email_verified: true, xms_edov: 1 },
  { email_verified: null, xms_edov: 1 },
])('R§10.14 an e-mail counts as confirmed with %o, whatever its domain', (claims) =>
  expect(counts(claims, [])).toBe(true),
);

test.each([
  { email_verified: false },
  { email_verified: 'false' },
  { email_verified: 'False' },
  { email_verified: 0 },
  { email_verified: '0' },
  { email_verified: '' },
  { email_verified: 1 },
  { email_verified: [true] },
  { email_verified: { value: true } },
  { xms_edov: false },
  { xms_edov: 0 },
  { xms_edov: '0' },
  { email_verified: true, xms_edov: false },
  { email_verified: false, xms_edov: 1 },
])('R§10.14 an e-mail does not count with %o, whatever its domain', (claims) => expect(counts(claims)).toBe(false));

test.each([{}, { email_verified: null }, { email_verified: undefined, xms_edov: null }])(
  'R§10.14 with %o it counts where its domain is in OIDC_EMAIL_DOMAINS',
  (claims) => {
    expect(counts(claims)).toBe(true);
    expect(counts({ ...claims, email: ' ADA@EXAMPLE.COM' })).toBe(true);
    expect(counts(claims, [])).toBe(false);
    expect(counts({ ...claims, email: 'ada@mail.example.com' })).toBe(false);
    expect(counts({ ...claims, email: 'ada@example.com.example.net' })).toBe(false);
    expect(counts({ ...claims, email: 'ada@example.com@example.net' })).toBe(false);
  },
);

test.each([undefined, null, '', 'ada', 5, ['ada@example.com']])('R§10.14 %o is no e-mail', (told) =>
  expect(counts({ email: told, email_verified: true })).toBe(false),
);

test('R§10.14 a yes counts for the e-mail that it came with alone', () => {
  const [yes, none] = [
    { email, isConfirmed: true },
    { email, isConfirmed: undefined },
  ];
  const other = { email: 'eve@example.com', isConfirmed: true };
  const nobodys = { email: undefined, isConfirmed: true };
  expect(joinTold(none, { ...yes, email: 'ADA@example.com' })).toMatchObject({ isConfirmed: true });
  expect(joinTold(yes, none)).toMatchObject({ isConfirmed: true });
  expect(joinTold(none, none)).toMatchObject({ isConfirmed: undefined });
  expect(joinTold(yes, { email: undefined, isConfirmed: undefined })).toEqual(yes);
  expect(joinTold(none, other)).toEqual(other);
  expect(joinTold(other, none)).toEqual(none);
  expect(joinTold(nobodys, none)).toEqual(none);
  expect(joinTold(none, nobodys)).toEqual(none);
});

const told = [email, 'eve@example.com', undefined].flatMap((of) =>
  [true, false, undefined].map((isConfirmed) => ({ email: of, isConfirmed })),
);
const noes = told
  .flatMap((token) => told.map((userinfo) => ({ token, userinfo })))
  .filter(({ token, userinfo }) => token.isConfirmed === false || userinfo.isConfirmed === false);
test.each(noes)('R§10.14 a no from either answer is no: $token, $userinfo', ({ token, userinfo }) =>
  expect(judgeEmail(joinTold(token, userinfo), ['example.com'])).toHaveProperty('reason'),
);
