import { expect, test } from 'vitest';

import { siteIdOf, timeAt, type MadeLog } from '../src/testing/log-maker.ts';
import { a, changeLines, eventAt, sentenceOf, twoSites } from './verifying.ts';

const by = 'account_key';

const cheats: readonly [title: string, cheat: (log: MadeLog) => void, sentence: string][] = [
  [
    'an event gone without a note',
    (log) => (eventAt(log, 5).state = 'gone'),
    `site ${a}: an event of 2026-01-03 is gone, and no purge note behind it reaches that day`,
  ],
  [
    'a young event gone beside those of a purge',
    (log) => {
      log.purge(a, 40, 30);
      eventAt(log, 17).state = 'gone';
    },
    `site ${a}: an event of 2026-01-15 is gone, and no purge note behind it reaches that day`,
  ],
  [
    'more gone than the purge says',
    (log) => {
      eventAt(log, 3).state = 'gone';
      eventAt(log, 5).state = 'gone';
      log.note({ kind: 'purge', at: timeAt(40), sites: [[a, timeAt(10), timeAt(40), 1]] });
    },
    `site ${a}: 1 more event is gone than its purge notes count`,
  ],
  [
    'an old number for an event that went later',
    (log) => {
      log.note({ kind: 'purge', at: timeAt(40), sites: [[a, timeAt(10), timeAt(40), 5]] });
      log.store(a, 41).state = 'gone';
      log.note({ kind: 'purge', at: timeAt(80), sites: [[a, timeAt(50), timeAt(80), 0]] });
    },
    `site ${a}: 1 more event is gone than its purge notes count`,
  ],
  [
    'a purge of more than the rule allows',
    (log) => log.note({ kind: 'purge', at: timeAt(40), sites: [[a, timeAt(10.1), timeAt(40), 1]] }),
    `site ${a} was purged up to ${timeAt(10.1)} at ${timeAt(40)}, and its retention of 30 days allows less`,
  ],
  [
    'a purge dated behind its note',
    (log) => log.note({ kind: 'purge', at: timeAt(40), sites: [[a, timeAt(10), timeAt(41), 1]] }),
    `site ${a} was purged at ${timeAt(41)}, which is after the note`,
  ],
  [
    'a purge from the future',
    (log) => log.note({ kind: 'purge', at: timeAt(3000), sites: [[a, timeAt(2000), timeAt(3000), 1]] }),
    `the note is of ${timeAt(3000)}, in the future`,
  ],
  [
    'a purge under a retention that came behind it',
    (log) => {
      log.note({ kind: 'purge', at: timeAt(40), sites: [[a, timeAt(35), timeAt(40), 1]] });
      log.note({ kind: 'site.retention', at: timeAt(40), site_id: a, retention_days: 1, by });
    },
    `site ${a} was purged up to ${timeAt(35)} at ${timeAt(40)}, and its retention of 30 days allows less`,
  ],
  [
    'a purge of what is never to be purged',
    (log) => {
      log.note({ kind: 'site.retention', at: timeAt(40), site_id: a, retention_days: -1, by });
      log.note({ kind: 'purge', at: timeAt(90), sites: [[a, timeAt(1), timeAt(90), 1]] });
    },
    `site ${a} is purged, and its events are never to be purged`,
  ],
  [
    'a purge of a site that the log does not know',
    (log) => log.note({ kind: 'purge', at: timeAt(40), sites: [[siteIdOf(3), timeAt(1), timeAt(40), 1]] }),
    `site ${siteIdOf(3)} is purged before its retention is in the log`,
  ],
  [
    'a note from before the one in front of it',
    (log) => {
      log.note({ kind: 'site.retention', at: timeAt(40), site_id: a, retention_days: 1, by });
      log.note({ kind: 'site.retention', at: timeAt(39), site_id: a, retention_days: 30, by });
    },
    `the note is of ${timeAt(39)}, before the one in front of it`,
  ],
  [
    'an event behind the deletion of its site',
    (log) => {
      log.note({ kind: 'site.delete', at: timeAt(40), site_id: a, by });
      log.store(a, 41);
    },
    `site ${a} has an event behind the note of its deletion`,
  ],
  [
    'a site that is begun again after its deletion',
    (log) => {
      log.note({ kind: 'site.delete', at: timeAt(40), site_id: a, by });
      log.note({ kind: 'site.begin', at: timeAt(41), site_id: a, retention_days: 30, by });
    },
    `site ${a} was deleted before this note`,
  ],
  [
    'an event before the beginning of its site',
    (log) => log.store(siteIdOf(3), 40),
    `site ${siteIdOf(3)} has an event before the note of its beginning`,
  ],
  [
    'a retention before the beginning of its site',
    (log) => log.note({ kind: 'site.retention', at: timeAt(40), site_id: siteIdOf(3), retention_days: 1, by }),
    `the retention of site ${siteIdOf(3)} changes before the note of its beginning`,
  ],
  [
    'a leaf behind the deletion of the account',
    (log) => {
      log.note({ kind: 'log.delete', at: timeAt(40), by });
      log.store(a, 41);
    },
    'a leaf stands behind the deletion of the account',
  ],
  [
    'a second beginning of the log',
    (log) => log.note({ kind: 'log.begin', at: timeAt(40), log: 1, previous: null, earlier_events: 0 }),
    'the first leaf of a log, and no other, is the note of its beginning',
  ],
  [
    'a log without its beginning',
    (log) => log.leaves.shift(),
    'the first leaf of a log, and no other, is the note of its beginning',
  ],
  [
    'a false count',
    (log) => log.note({ kind: 'site.count', at: timeAt(40), sites: [[a, 9]] }),
    `the log counts 9 events of site ${a}, and 10 are here`,
  ],
  [
    'an event said to be redacted without a note',
    (log) => (eventAt(log, 5).state = 'redacted'),
    `site ${a}: 1 event is said to be redacted, and no note says so`,
  ],
  [
    'an event said to be redacted where a note names another',
    (log) => {
      eventAt(log, 5).state = 'redacted';
      eventAt(log, 3).state = 'redacted';
      log.note({ kind: 'redact', at: timeAt(40), sites: [[a, [1]]], by });
    },
    `site ${a}: 1 event is said to be redacted, and no note says so`,
  ],
  [
    'a redacted event whose text is shown',
    (log) => log.note({ kind: 'redact', at: timeAt(40), sites: [[a, [1]]], by }),
    `event 1 of site ${a} is redacted, and the bundle shows its text`,
  ],
  [
    'a redaction of an event that is not there yet',
    (log) => log.note({ kind: 'redact', at: timeAt(40), sites: [[a, [11]]], by }),
    `event 11 of site ${a} is redacted, and the log does not hold it yet`,
  ],
  [
    'a purge within a hold of the site',
    (log) => {
      log.note({ kind: 'hold.begin', at: timeAt(35), hold: 'h1', site_id: a, by });
      log.purge(a, 40, 30);
    },
    `site ${a} was purged at ${timeAt(40)}, within the legal hold h1`,
  ],
  [
    'a purge within a hold of the account that is noted after it',
    (log) => {
      log.note({ kind: 'hold.begin', at: timeAt(35), hold: 'h1', site_id: null, by });
      log.note({ kind: 'hold.end', at: timeAt(40), hold: 'h1', site_id: null, by });
      log.note({ kind: 'purge', at: timeAt(41), sites: [[a, timeAt(5), timeAt(39), 0]] });
    },
    `site ${a} was purged at ${timeAt(39)}, within the legal hold h1`,
  ],
  [
    'a hold that ends twice',
    (log) => {
      log.note({ kind: 'hold.begin', at: timeAt(35), hold: 'h1', site_id: null, by });
      log.note({ kind: 'hold.end', at: timeAt(40), hold: 'h1', site_id: null, by });
      log.note({ kind: 'hold.end', at: timeAt(41), hold: 'h1', site_id: null, by });
    },
    'hold h1 ends, and it does not run',
  ],
];

test.each(cheats)('whoever holds database and key is still caught: %s', async (_title, cheat, sentence) => {
  const log = twoSites();
  cheat(log);
  expect(await sentenceOf(log.bundle())).toBe(sentence);
});

test('a redaction that came while the bundle was written may name an event whose line still shows it', async () => {
  const log = twoSites();
  log.note({ kind: 'redact', at: timeAt(40), sites: [[a, [1]]], by });
  const bundle = changeLines(log.bundle(), (lines) => (lines[0] = lines[0]?.replace('"size":24', '"size":23') ?? ''));
  expect(await sentenceOf(bundle)).toBe('verified');
});
