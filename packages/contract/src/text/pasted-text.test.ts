import fc from 'fast-check';
import { expect, it } from 'vitest';

import { bidiIsolate } from './bidi-isolate.ts';
import { withoutSecrets } from './pasted-keys.ts';
import { bareText } from './pasted-text.ts';
import { formatToken } from './tokens.ts';

it('a pasted address means its host, without www', () => {
  for (const text of [
    'example.com',
    ' example.com\n',
    'www.example.com',
    'WWW.example.com',
    'https://www.example.com/path',
    'HTTP://example.com',
    'https://user:word@example.com:8443/a/b?c=d@e#f',
    '//example.com/',
    'example.com/path',
    'example.com:8080',
    '"https://www.example.com/path",',
    '<https://example.com/?q=1>',
    '«example.com»',
  ])
    expect(bareText(text), text).toBe('example.com');
  expect(bareText('http://localhost:8080/x')).toBe('localhost');
  expect(bareText('mailto:owner@example.com?subject=x')).toBe('owner@example.com');
});

it('an e-mail copied from a title means itself, without the invisible marks around it', () => {
  expect(bareText(bidiIsolate('owner@example.com'))).toBe('owner@example.com');
  for (const mark of ['\u200b', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069'])
    expect(bareText(`${mark}owner@example.com ${mark}`), mark.codePointAt(0)?.toString(16)).toBe('owner@example.com');
});

it('any other text stays as it is: an e-mail, a part of something, an id, words', () => {
  for (const text of [
    'owner@example.com',
    'www.owner@example.com',
    'a/b?c@example.com',
    'exam',
    'www',
    'www.',
    '.com',
    '@example',
    'a/b',
    '0198c0de-0000-7000-8000-000000000001',
    'forbearer x',
    'Corner Shop',
    'a\\',
    'a%_',
    '~',
  ])
    expect(bareText(text), text).toBe(text);
  for (const text of ['"', '« »', 'https://', '//']) expect(bareText(text), text).toBe(text);
});

it('a key in quotes or in a header keeps its prefix and no part of its secret', () => {
  const key = formatToken('account', 'k3v9x2ab', 'Zz9'.repeat(11).slice(0, 32));
  for (const pasted of [
    `"${key}"`,
    `'${key}',`,
    `“${key}”`,
    `\`${key}\``,
    `Bearer ${key}`,
    `bearer   "${key}"`,
    `Authorization: Bearer ${key}`,
    `'Authorization: Bearer ${key}'`,
    `-H "Authorization: Bearer ${key}" \\`,
    `{"authorization":"Bearer ${key}"}`,
    `"Authorization": "Bearer ${key}",`,
  ]) {
    expect(bareText(withoutSecrets(pasted)), pasted).toBe('k3v9x2ab');
    expect(withoutSecrets(bareText(pasted)), pasted).toBe('k3v9x2ab');
  }
});

it('is idempotent, and only removes text', () => {
  const part = fc.oneof(
    fc.constantFrom('www.', 'https://', 'bearer ', '"', ' ', '@', '/', ':8', '.', 'mailto:', '?'),
    fc.string({ maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const text = parts.join('');
      const bare = bareText(text);
      expect(bareText(bare)).toBe(bare);
      expect(text).toContain(bare);
    }),
  );
});
