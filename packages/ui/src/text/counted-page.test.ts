import { expect, it } from 'vitest';

import { countedPage } from './counted-page.ts';

const names = { one: 'account', many: 'accounts' };
const size = 50;

it('a list with a single page says how many rows it has', () => {
  expect(countedPage(names, { page: 1, size, shown: 0, more: false })).toBe('0 accounts');
  expect(countedPage(names, { page: 1, size, shown: 1, more: false })).toBe('1 account');
  expect(countedPage(names, { page: 1, size, shown: 12, more: false })).toBe('12 accounts');
});

it('one of several pages says which rows it shows and whether more follow', () => {
  expect(countedPage(names, { page: 1, size, shown: 50, more: true })).toBe('Accounts 1 to 50, and more');
  expect(countedPage(names, { page: 3, size, shown: 7, more: false })).toBe('Accounts 101 to 107');
  expect(countedPage(names, { page: 3, size, shown: 0, more: false })).toBe('No more accounts');
});

it('where the total is known a page says it, also where it is a lower bound or older than the rows', () => {
  const page = { page: 2, size, shown: 50, more: true };
  expect(countedPage(names, { ...page, total: { count: 2000, more: false } })).toBe('Accounts 51 to 100 of 2,000');
  expect(countedPage(names, { ...page, total: { count: 10_000, more: true } })).toBe('Accounts 51 to 100 of 10,000+');
  expect(countedPage(names, { ...page, total: { count: 40, more: true } })).toBe('Accounts 51 to 100 of 100+');
});
