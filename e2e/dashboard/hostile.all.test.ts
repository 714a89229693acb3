import { inLongRun } from '@goal/db/testing/long-run';

import { expect, inUsedTab as test } from '../harness/dashboard.ts';
import { hostileNames } from '../harness/hostile.ts';
import { panel, rows, send } from '../harness/log.ts';
import { makeMember, signInAs } from '../harness/member.ts';
import { makeGroup, makeKey, makeSite } from '../harness/operator.ts';
import { addColleague, openTypist } from '../harness/reach.ts';
import { expectNoSidewaysScroll } from '../harness/width.ts';

// The fixture `faults` fails the test on a native dialog, an error or a violation of the
// Content-Security-Policy.

inLongRun(() => {
  test('hostile names of people, accounts, groups and keys are shown as text, and make no page wider than its window', async ({
    page,
    context,
  }) => {
    const owner = await makeMember({ plan: 'agency' });
    const account = owner.account.id;
    const token = await makeKey(owner.account);
    for (const name of hostileNames) {
      await makeKey(owner.account, name);
      await addColleague(owner, { role: 'viewer', group: await makeGroup(token, { name }), name });
    }
    const typist = await openTypist(owner.session);
    const [script = '', , , , wide = ''] = hostileNames;
    for (const [procedure, name] of [
      ['dashboard.account.update', wide],
      ['me.rename', script],
    ] as const)
      expect((await typist.call(procedure, { account, input: { name }, isChange: true })).ok(), procedure).toBe(true);
    const list = await typist.call('dashboard.members.list', { account });
    // The form of an answer over native tRPC. Names are shown as they are stored.
    const { result } = (await list.json()) as {
      result: { data: { members: { name: string; group: { name: string } | null }[] } };
    };
    const people = result.data.members.flatMap(({ name, group }) => [name, ...(group === null ? [] : [group.name])]);
    expect(new Set(people).size).toBe(hostileNames.length);
    await typist.close();

    await signInAs(context, owner);
    await page.setViewportSize({ width: 360, height: 800 });
    const settings = `/a/${account}/settings`;
    const pages: readonly (readonly [path: string, texts: readonly string[]])[] = [
      [`/a/${account}/usage`, [wide]],
      [`${settings}/keys`, people],
      [`${settings}/members`, people],
      [`${settings}/record`, [wide]],
      [`${settings}/account`, []],
      ['/me', [wide]],
      ['/accounts', [wide]],
    ];
    for (const [path, texts] of pages) {
      await page.goto(path);
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 800 });
        for (const text of texts) await expect(page.getByRole('main')).toContainText(text);
        await expectNoSidewaysScroll(page, path);
      }
    }
    await page.getByRole('button', { name: /^Signed in as/ }).click();
    await expect(page.locator('#person')).toContainText(script);
    await expectNoSidewaysScroll(page, 'menu of the person');
  });
});

test('hostile text in each field of an event is text, hidden characters are named, and no page gets wider than its window', async ({
  page,
  context,
}) => {
  const owner = await makeMember();
  const site = await makeSite(owner.account);
  const hostile = hostileNames.join(' ');
  const long = `${hostile} ${'W'.repeat(5000)}`;
  await send(site, [
    {
      message: long,
      username: hostile,
      object: hostileNames[0] ?? '',
      event_type: hostile,
      user_agent: hostile,
      severity: 'critical',
    },
  ]);
  await signInAs(context, owner);
  await page.goto(`/a/${owner.account.id}/log?site=${site.site_id}`);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(rows(page)).toContainText(hostileNames[1] ?? '');
    await expectNoSidewaysScroll(page, 'hostile rows');
  }
  await rows(page).locator('time').click();
  await expect(panel(page)).toContainText('U+202E');
  const title = panel(page).getByRole('heading').first();
  await expect(title).toContainText(hostileNames[0] ?? '');
  // Long words leave no letter out.
  expect(await title.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
  await expectNoSidewaysScroll(page, 'a hostile event');
  await panel(page).getByRole('button', { name: '… show all' }).first().click();
  await expectNoSidewaysScroll(page, 'all of a hostile event');
  await panel(page).locator('summary').click();
  const json = panel(page).locator('pre');
  await expect(json).toContainText(String.raw`\u202eevil.example.com`);
  await expect(json).not.toContainText('\u202E');
  // The link to the page of the site, and none that a text made.
  await expect(panel(page).getByRole('link')).toHaveCount(1);
});
