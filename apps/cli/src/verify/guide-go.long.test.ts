import { debianGo } from '@goal/signed-log/testing/debian-go';
import { describe, test } from 'vitest';

import { expectComparesCheckpoints, expectJudges, expectMindsHolds } from '../testing/guide-program.ts';

const go = { file: 'verify.go', command: ['go', 'run'], env: debianGo } as const;

describe('the Go program of the guide', () => {
  test('verifies what is untouched, and no altered, incomplete or unsigned bundle', () => expectJudges(go));
  test('finds another history by an older checkpoint', () => expectComparesCheckpoints(go));
  test('finds a purge within a legal hold', () => expectMindsHolds(go));
});
