import { expect, test } from 'vitest';

import { priceWords } from './price-words.ts';

test('a price is in the whole unit of its currency, however many digits that has', () => {
  const of = (currency: string) => priceWords({ amount: 1900, currency, interval: 'month' });
  expect(of('eur')).toMatch(/19[.,]00.* a month$/);
  expect(of('jpy')).toMatch(/1\D?900.* a month$/);
});
