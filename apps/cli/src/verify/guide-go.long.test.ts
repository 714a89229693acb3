import { debianGo } from '@goal/signed-log/testing/debian-go';
import { test } from 'vitest';

import { expectJudges } from '../testing/guide-program.ts';

test('the Go program of the guide verifies what is untouched, and no altered, incomplete or unsigned bundle', () =>
  expectJudges({ language: 'go', file: 'verify.go', command: ['go', 'run', 'verify.go'], env: debianGo }));
