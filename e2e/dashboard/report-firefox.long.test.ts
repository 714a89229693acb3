import { execFileSync } from 'node:child_process';

import { expect, inUsedTab as test } from '../harness/dashboard.ts';
import { printInFirefox } from '../harness/firefox.ts';
import { makeMember } from '../harness/member.ts';
import { makeSite } from '../harness/operator.ts';
import { rest } from '../harness/rest.ts';
import { world } from '../service/world.ts';

test('Firefox prints a report with the heads of a table on each of its pages and no event on two, and the page says how they get their numbers', async () => {
  const owner = await makeMember();
  const site = await makeSite(owner.account, { name: 'Shop' });
  const now = new Date();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15));
  const change = 'changed a setting of the shop that customers can see '.repeat(4);
  const events = Array.from({ length: 120 }, (_, n) => ({
    occurred_at: month.toISOString(),
    code: 6001,
    severity: 'critical',
    object: 'setting',
    event_type: 'modified',
    message: `begin${n}. ${change} end${n}.`,
    username: 'jo',
  }));
  await rest('POST', '/events', { token: site.token, domain: site.domain, body: { events } });
  const url = `${world().dashboard}/a/${owner.account.id}/report?month=${month.toISOString().slice(0, 7)}`;
  const { pdf, text } = await printInFirefox(url, owner.session, 'article[aria-label=Report][aria-busy=false]');
  expect(text).toContain('leave «Print headers and footers» on');
  const pages = execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' }).split('\f');
  const numbersOf = (word: string, page: string): string[] =>
    [...page.matchAll(new RegExp(`${word}(\\d+)\\.`, 'g'))].map(([, number = '']) => number);
  const withEvents = pages.filter((page) => numbersOf('begin', page).length > 0);
  expect(withEvents.flatMap((page) => numbersOf('begin', page))).toHaveLength(events.length);
  expect(withEvents.length).toBeGreaterThan(2);
  for (const page of withEvents) {
    expect(page).toMatch(/UTC\s+Severity\s+Site\s+Person\s+Event/);
    expect(numbersOf('end', page)).toEqual(numbersOf('begin', page));
  }
});
