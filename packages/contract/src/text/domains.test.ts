import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { isLocalDomain, mailboxOf, parseDomain, parseEmail, parseKnownEmail, parseSiteUrl } from './domains.ts';

const taken: [string, string][] = [
  ['example.com', 'example.com'],
  ['  Shop.EXAMPLE.com. ', 'shop.example.com'],
  ['a.b', 'a.b'],
  ['xn--mnchen-3ya.de', 'xn--mnchen-3ya.de'],
  ['münchen.de', 'xn--mnchen-3ya.de'],
  ['MÜNCHEN.de', 'xn--mnchen-3ya.de'],
  ['mu\u0308nchen.de', 'xn--mnchen-3ya.de'],
  ['日本.jp', 'xn--wgv71a.jp'],
  ['faß.de', 'xn--fa-hia.de'],
  ['例え。テスト', 'xn--r8jz45g.xn--zckzah'],
  ['1-2.example', '1-2.example'],
  ['123.example', '123.example'],
  ['example.c0m', 'example.c0m'],
  ['localhost', 'localhost'],
  ['LOCALHOST.', 'localhost'],
  ['shop.localhost', 'shop.localhost'],
  ['\u00a0example.com\u3000', 'example.com'],
  [`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`],
];

const refused = [
  '',
  ' ',
  '.',
  '..',
  'example',
  'example..com',
  '.example.com',
  'example.com..',
  'example.123',
  '1.2.3.4',
  '127.0.0.1',
  '0x7f.1',
  '[::1]',
  '::1',
  '2001:db8::1',
  '1.2',
  'http://example.com',
  'example.com/',
  'example.com/path',
  'example.com:80',
  'user@example.com',
  'exa mple.com',
  'exa_mple.com',
  '-example.com',
  'example-.com',
  'example.-com',
  'example.com-',
  '*.example.com',
  'example.com?',
  'example.com#',
  'exam\tple.com',
  'exam\nple.com',
  'exam\0ple.com',
  'example%2ecom',
  "ex'ample.com",
  'ex,ample.com',
  `${'a'.repeat(64)}.example`,
  '\ud800.com',
  'a\u200bb..com',
  'xn--a.com',
  'xn--.com',
  'ä.1',
  'example\\.com',
  'example.com;x',
  '\u2024',
  'ä..de',
  'ex\u00a0ample.com',
];

describe('R§5.1 domains', () => {
  it.each(taken)('R§5.1 %j is kept as %s', (text, domain) => {
    expect(parseDomain(text)).toBe(domain);
  });

  it.each(refused)('R§5.1 %j is not a domain', (text) => {
    expect(parseDomain(text)).toBeUndefined();
  });

  it('R§5.1 a domain has at most 253 characters', () => {
    const name = (length: number): string => {
      const labels = ['a'.repeat(63), 'a'.repeat(63), 'a'.repeat(63), 'a'.repeat(length - 3 * 64)];
      return labels.join('.');
    };
    expect(name(253)).toHaveLength(253);
    expect(parseDomain(name(253))).toBe(name(253));
    expect(parseDomain(`${name(253)}.`)).toBe(name(253));
    expect(parseDomain(name(254))).toBeUndefined();
  });

  it('R§5.1 reading a domain is idempotent, and the result is a hostname', () => {
    const label = fc.oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), fc.domain());
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 4 }), (labels) => {
        const domain = parseDomain(labels.join('.'));
        if (domain === undefined) return;
        expect(parseDomain(domain)).toBe(domain);
        expect(domain).toMatch(
          /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$|^localhost$/,
        );
      }),
      { numRuns: 500 },
    );
  });

  it('R§5.1 every ordinary domain is accepted', () => {
    fc.assert(fc.property(fc.domain(), (domain) => parseDomain(domain) === domain.toLowerCase()));
  });

  it('R§4.1 localhost and names under .localhost, .local and .test belong to nobody', () => {
    for (const name of ['localhost', 'a.localhost', 'a.local', 'a.b.test']) expect(isLocalDomain(name)).toBe(true);
    for (const name of ['example.com', 'local.example', 'mylocal.com', 'a.latest', 'notlocalhost.com'])
      expect(isLocalDomain(name)).toBe(false);
  });
});

describe('R§5.1 addresses of sites', () => {
  const good = [
    'http://example.com',
    'https://example.com/',
    'HTTPS://Example.com/Path?q=1#x',
    'http://localhost:8080/wp',
    'https://[::1]/',
    'https://münchen.de/ä',
    'http://1.2.3.4',
    'https://example.com:443',
    'https://example.com/@me',
    'https://example.com/a b',
  ];
  it.each(good)('R§5.1 %s is kept as sent', (url) => {
    expect(parseSiteUrl(url)).toBe(url);
    expect(parseSiteUrl(` ${url}\n`)).toBe(url);
  });

  const bad = [
    '',
    ' ',
    'example.com',
    '//example.com',
    '/path',
    'ftp://example.com',
    'javascript:alert(1)',
    'http:example.com',
    'http:/example.com',
    'https://',
    'https:///path',
    'http://?x',
    'https://user@example.com',
    'https://user:pw@example.com',
    'https://@example.com',
    'https://:@example.com',
    'file:///etc/passwd',
    'httpss://example.com',
    'https://exa mple.com',
    'https://example.com:99999',
    'https://example.com/\u0000',
    'https://exam\nple.com',
    'ht tps://example.com',
    'https://\\example.com',
    'https://[::1',
    'blob:https://example.com/x',
    'data:,https://example.com',
  ];
  it.each(bad)('R§5.1 %j is not an http(s) URL', (url) => {
    expect(parseSiteUrl(url)).toBeUndefined();
  });

  it('R§5.1 a site_url has at most 2,048 characters', () => {
    const url = (length: number): string => `https://example.com/${'a'.repeat(length - 20)}`;
    expect(parseSiteUrl(url(2048))).toBe(url(2048));
    expect(parseSiteUrl(url(2049))).toBeUndefined();
  });
});

describe('R§8.b6 e-mail addresses', () => {
  const good: [string, string][] = [
    ['owner@example.com', 'owner@example.com'],
    ['  Owner@EXAMPLE.com ', 'owner@example.com'],
    ['a+b.c@shop.example.com', 'a+b.c@shop.example.com'],
    ['u@münchen.de', 'u@xn--mnchen-3ya.de'],
    ['owner@example.com.', 'owner@example.com'],
    [`!#$%&'*+/=?^_\`{|}~-.Z@example.com`, `!#$%&'*+/=?^_\`{|}~-.z@example.com`],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
    ['x@localhost', 'x@localhost'],
    ["o'neil@example.com", "o'neil@example.com"],
  ];
  it.each(good)('R§8.b6 %j is kept as %s', (text, email) => {
    expect(parseEmail(text)).toBe(email);
  });

  const bad = [
    '',
    ' ',
    'owner',
    '@',
    'owner@',
    '@example.com',
    'a@b@example.com',
    'a b@example.com',
    'a\tb@example.com',
    'a\u0000b@example.com',
    'a\u00a0b@example.com',
    'owner@example',
    'owner@1.2.3.4',
    'owner@-example.com',
    'a\u0085b@example.com',
    'owner@[127.0.0.1]',
    'owner@[IPv6:::1]',
    'owner@example..com',
    'owner@example.com..',
  ];
  // Each is another spelling of a mailbox for one of the programs on the way, or none at all.
  const otherSpellings = [
    '"owner"@example.com',
    '"o wner"@example.com',
    '"owner@example.org"@example.com',
    '<owner@example.com>',
    '<owner>@example.com',
    '<owner@example.com',
    'owner>@example.com',
    'Owner <owner@example.com>',
    'owner(home)@example.com',
    '(home)owner@example.com',
    'first,owner@example.com',
    'first;owner@example.com',
    'group:owner@example.com',
    'own\\er@example.com',
    'own[er]@example.com',
    '.owner@example.com',
    'owner.@example.com',
    'own..er@example.com',
    'ü@example.com',
    'o\u200bwner@example.com',
    'ｏｗｎｅｒ@example.com',
    // In lower case it is a «k».
    '\u212aim@example.com',
  ];
  it.each([...bad, ...otherSpellings])('R§8.b6 %j is not an e-mail address', (text) => {
    expect(parseEmail(text)).toBeUndefined();
  });

  it('R§8.b6 an e-mail of an earlier version is still read, and its mailbox is that of the dot-atom that mail programs make of it', () => {
    const stored = ['first,owner@example.com', '<owner>@example.com', '"owner"@example.com', 'ü@example.com'];
    expect(stored.map((text) => parseKnownEmail(` ${text.toUpperCase()}`))).toEqual(stored);
    expect([...stored, 'owner+shop@example.com', '+owner@example.com', 'owner@example.com'].map(mailboxOf)).toEqual([
      'firstowner@example.com',
      'owner@example.com',
      'owner@example.com',
      'ü@example.com',
      'owner@example.com',
      '+owner@example.com',
      'owner@example.com',
    ]);
  });

  it('R§8.b6 an e-mail address has at most 254 characters, however many of them stand before the «@»', () => {
    const email = (length: number): string => `${'a'.repeat(length - 12)}@example.com`;
    expect(parseEmail(email(254))).toBe(email(254));
    expect(parseEmail(email(255))).toBeUndefined();
  });
});
