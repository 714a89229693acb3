import { MadeLog, siteIdOf, timeAt } from '@goal/signed-log/testing';
import { expect, test } from 'vitest';

import { expectJudges, withProgram } from '../testing/guide-program.ts';

const javascript = { language: 'js', file: 'verify.mjs', command: [process.execPath, 'verify.mjs'] } as const;
const site = siteIdOf(1);
const by = 'account_key';

test('the Python program of the guide verifies what is untouched, and no altered, incomplete or unsigned bundle', () =>
  expectJudges({ language: 'python', file: 'verify.py', command: ['python3', 'verify.py'] }));

test('the JavaScript program of the guide verifies what is untouched, and no altered, incomplete or unsigned bundle', () =>
  expectJudges(javascript));

test('the JavaScript program tells shortened retentions, and finds another history and a purge within a hold', () =>
  withProgram(javascript, async (run) => {
    const made = (message = 'one'): MadeLog => {
      const log = new MadeLog();
      log.note({ kind: 'site.begin', at: timeAt(0), site_id: site, retention_days: 90, by });
      for (let at = 0; at < 9; at++) log.store(site, at, { message });
      return log;
    };
    const log = made();
    const older = log.checkpoint(8);
    log.note({ kind: 'site.retention', at: timeAt(9), site_id: site, retention_days: 1, by });
    log.purge(site, 10, 1);
    const { status, said } = await run(log.bundle(), older);
    expect([status, ...said.split('\n').slice(1)]).toEqual([
      0,
      `signed by ${log.vkeys[0]}`,
      '0 kept, 9 purged, 0 deleted, 0 redacted, 0 late',
      `${timeAt(9)} ${site}: 90 days became 1 (by ${by}); 9 purged within 14 days after`,
      '',
    ]);
    expect(await run(made('two').bundle(), older)).toEqual({
      status: 1,
      said: 'not verified: this is another history than that of an older checkpoint\n',
    });
    const held = made();
    held.note({ kind: 'hold.begin', at: timeAt(20), hold: 'h1', site_id: null, by });
    held.purge(site, 100, 90);
    expect(await run(held.bundle())).toEqual({ status: 1, said: 'not verified: a purge within a legal hold\n' });
  }));
