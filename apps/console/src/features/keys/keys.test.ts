import { expect, test } from 'vitest';

import { refusedKeysSentence } from './refused-keys.ts';

test('while the API is closed, account keys are refused entirely and site keys only for reading', () => {
  expect(refusedKeysSentence({ plan: 'free' }, 'account')).toBe('These keys are refused: the free plan has no API.');
  expect(refusedKeysSentence({ plan: 'free' }, 'site')).toBe(
    'Reading with these keys is refused: the free plan has no API. Sending is not.',
  );
});
