import { expect, test } from 'vitest';

import { bidiIsolate } from './bidi-isolate.ts';

test('a name cannot leave its isolation and turn the words behind it', () => {
  expect(bidiIsolate('متجر')).toBe('\u2068متجر\u2069');
  expect(bidiIsolate(7)).toBe('\u20687\u2069');
  expect(bidiIsolate('a\u2069\u202eb\u2066c\u202a\u202c')).toBe('\u2068abc\u2069');
});
