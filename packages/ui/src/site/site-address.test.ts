import { expect, test } from 'vitest';

import { addressOf, faultyField } from './site-address.ts';

test.each([
  [' shop.example ', 'shop.example', 'https://shop.example'],
  ['shop.example/blog', 'shop.example', 'https://shop.example/blog'],
  [' https://Shop.Example.com:8080/path?x=1 ', 'shop.example.com', 'https://Shop.Example.com:8080/path?x=1'],
  ['http://shop.example:8080/blog', 'shop.example', 'http://shop.example:8080/blog'],
  ['no domain', 'no domain', 'https://no domain'],
  ['', '', 'https://'],
])('the address «%s» is the site %s at %s', (typed, domain, site_url) => {
  expect(addressOf(typed)).toEqual({ domain, site_url });
});

test('a refused registration is shown at the field it is about', () => {
  expect(faultyField('invalid domain')).toBe('domain');
  expect(faultyField('site already registered')).toBe('domain');
  expect(faultyField('site_url must be an http(s) URL')).toBe('url');
  expect(faultyField('name too long')).toBe('name');
  expect(faultyField('plan site limit reached')).toBeUndefined();
});
