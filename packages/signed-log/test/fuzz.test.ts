import { test } from 'vitest';

import { fuzzVerify } from './fuzzing.ts';

test('a damaged file is never verified, and never ends the program', () => fuzzVerify(60));
