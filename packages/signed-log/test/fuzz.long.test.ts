import { test } from 'vitest';

import { fuzzVerify } from './fuzzing.ts';

test('a damaged file is never verified, and never ends the program, 20,000 times', () => fuzzVerify(20_000));
