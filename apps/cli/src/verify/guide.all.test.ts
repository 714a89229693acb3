import { MadeLog, siteIdOf, timeAt } from '@goal/signed-log/testing';
import { describe, expect, test } from 'vitest';

import { expectComparesCheckpoints, expectJudges, expectMindsHolds, withProgram } from '../testing/guide-program.ts';

const javascript = { file: 'verify.mjs', command: [process.execPath] } as const;
const python = { file: 'verify.py', command: ['python3'] } as const;

describe.each([
  ['Python', python],
  ['JavaScript', javascript],
])('the %s program of the guide', (_name, program) => {
  test('verifies what is untouched, and no altered, incomplete or unsigned bundle', () => expectJudges(program));
  test('finds another history by an older checkpoint', () => expectComparesCheckpoints(program));
  test('finds a purge within a legal hold', () => expectMindsHolds(program));
});

test('the JavaScript program tells shortened retentions', () =>
  withProgram(javascript, async (run) => {
    const [site, by] = [siteIdOf(1), 'account_key'];
    const log = new MadeLog();
    log.note({ kind: 'site.begin', at: timeAt(0), site_id: site, retention_days: 90, by });
    for (let at = 0; at < 9; at++) log.store(site, at);
    log.note({ kind: 'site.retention', at: timeAt(9), site_id: site, retention_days: 1, by });
    log.purge(site, 10, 1);
    const { status, said } = await run(log.bundle());
    expect([status, ...said.split('\n').slice(1)]).toEqual([
      0,
      `signed by ${log.vkeys[0]}`,
      '0 kept, 9 purged, 0 deleted, 0 redacted, 0 late',
      `${timeAt(9)} ${site}: 90 days became 1 (by ${by}); 9 purged within 14 days after`,
      '',
    ]);
  }));
