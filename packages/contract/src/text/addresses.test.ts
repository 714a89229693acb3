import fc from 'fast-check';
import { expect, test } from 'vitest';

import { parseAddress, parseNetwork } from './addresses.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['0.0.0.0', '0.0.0.0'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['2001:0db8::0001', '2001:db8::1'],
  ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
  ['::', '::'],
  ['::1', '::1'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['64:ff9b::192.0.2.33', '64:ff9b::c000:221'],
  ['::1.2.3.4', '::1.2.3.4'],
  ['0::102:304', '::1.2.3.4'],
  ['::ff', '::0.0.0.255'],
  ['::ffff:1', '::255.255.0.1'],
  ['1::102:304', '1::102:304'],
])('R§11.5 the address %s is kept as %s', (written, kept) => {
  expect(parseAddress(written)).toBe(kept);
});

test.each([
  '',
  'localhost',
  '203.0.113',
  '203.0.113.256',
  '203.0.113.07',
  '0x7f.0.0.1',
  '2130706433',
  ' 203.0.113.7',
  '203.0.113.7:80',
  '203.0.113.0/24',
  '[::1]',
  'fe80::1%eth0',
  '1::2::3',
  '12345::',
  ':::',
  '::1]/@a.test/[',
])('R§11.5 «%s» is no address', (text) => {
  expect(parseAddress(text)).toBeUndefined();
});

test.each([
  ['203.0.113.0/24', '203.0.113.0/24'],
  ['203.0.113.7/32', '203.0.113.7/32'],
  ['10.0.0.0/8', '10.0.0.0/8'],
  ['::ffff:203.0.113.0/120', '203.0.113.0/24'],
  ['2001:DB8::/32', '2001:db8::/32'],
  ['2001:db8::/16', '2001:db8::/16'],
  ['203.0.113.7', '203.0.113.7'],
])('R§11.4 the network %s is looked for as %s', (written, network) => {
  expect(parseNetwork(written)).toBe(network);
});

test.each([
  '10.0.0.0/7',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.0/-8',
  '10.0.0.0/08.5',
  '10.0.0.0/24/24',
  '2001:db8::/15',
  '2001:db8::/129',
  '::ffff:10.0.0.0/96',
  '/24',
])('R§11.4 «%s» is no network', (text) => {
  expect(parseNetwork(text)).toBeUndefined();
});

test('R§11.5 a canonical address is read as itself, whatever text it came from', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
      const address = parseAddress(text);
      if (address !== undefined) expect(parseAddress(address)).toBe(address);
      return address !== undefined;
    }),
  );
});
