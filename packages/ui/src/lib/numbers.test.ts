import { expect, test } from 'vitest';

import { formatAverage } from './numbers.ts';

test('averages of a column have one decimal each, and 0 stands where there was nothing', () => {
  expect([0, 4, 52, 36.2, 1234.5].map(formatAverage)).toEqual(['0', '4.0', '52.0', '36.2', '1,234.5']);
});
