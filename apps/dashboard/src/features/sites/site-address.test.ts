import { expect, test } from 'vitest';

import { addressOf } from './site-address.ts';

test.each([
  [' shop.example ', 'shop.example', 'https://shop.example'],
  ['shop.example/blog', 'shop.example', 'https://shop.example/blog'],
  ['http://shop.example:8080/blog', 'shop.example', 'http://shop.example:8080/blog'],
  ['no domain', 'no domain', 'https://no domain'],
  ['', '', 'https://'],
])('the address «%s» is the site %s at %s', (typed, domain, site_url) => {
  expect(addressOf(typed)).toEqual({ domain, site_url });
});
