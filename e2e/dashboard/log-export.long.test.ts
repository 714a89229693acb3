import { readFile } from 'node:fs/promises';

import { expect, inUsedTab as test } from '../harness/dashboard.ts';
import { send } from '../harness/log.ts';
import { makeMember, signInAs } from '../harness/member.ts';
import { makeSite } from '../harness/operator.ts';
import { pastTheService } from '../service/past.ts';
import { world } from '../service/world.ts';

/**
 * Further events of each severity: more than a page of an export holds, and than one step of a
 * search examines.
 */
const count = 10_400;

test('a filtered log of more than 10,000 events is exported as CSV and as JSON lines: each file has each event once', async ({
  page,
  context,
}) => {
  const owner = await makeMember();
  const site = await makeSite(owner.account);
  await send(site, [
    { message: 'Event 0', severity: 'high' },
    { message: 'Another 0', severity: 'low' },
  ]);
  // Events of one moment as well, which stand in the order of their ids.
  await pastTheService(
    world(),
    `INSERT INTO event (account, id, site, occurred_at, code, user_id, severity, object, event_type, username, message)
     SELECT account, 1000000000000 + 1000 * n + severity, site, occurred_at - (n / 3) * interval '7 seconds', code,
       user_id, severity, object, event_type, username, replace(message, '0', n::text)
     FROM event, generate_series(1, ${count}) n WHERE account = (SELECT no FROM account WHERE id = '${owner.account.id}')`,
  );
  await signInAs(context, owner);
  await page.goto(`/a/${owner.account.id}/log?severity=high&range=all`);
  const menu = page.getByRole('dialog', { name: 'Export' });
  /** The lines of a file, as the page offers it. */
  const exported = async (format: string, order: string, ending: string): Promise<string[]> => {
    await page.getByRole('button', { name: 'Export', exact: false }).click();
    await menu.getByText(format, { exact: true }).click();
    await menu.getByText(order, { exact: true }).click();
    const downloading = page.waitForEvent('download');
    await menu.getByRole('link', { name: 'Export' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(`events-${owner.account.id}.${ending}`);
    return (await readFile(await download.path(), 'utf8')).trimEnd().split(/\r?\n/);
  };
  const messages = Array.from({ length: count + 1 }, (_, n) => `Event ${n}`).toSorted();

  const [head = '', ...rows] = await exported('CSV', 'Newest first', 'csv');
  const columns = head.split(',');
  const column = (name: string): string[] =>
    rows.map((row) => (row.split(',')[columns.indexOf(name)] ?? '').replaceAll('"', ''));
  expect(column('message').toSorted()).toEqual(messages);
  expect(new Set(column('id')).size).toBe(count + 1);

  type Line = { id: number; message: string; severity: string };
  const lines = (await exported('JSON lines', 'Oldest first', 'ndjson')).map((line) => JSON.parse(line) as object);
  expect(lines.at(-1)).toMatchObject({ complete: true, events: count + 1 });
  const events = lines.filter((line): line is Line => 'id' in line);
  expect(events.map(({ message }) => message).toSorted()).toEqual(messages);
  expect(events.map(({ id }) => String(id)).toReversed()).toEqual(column('id'));
  // All lines of the file: its head, its checkpoints and its end stand between the events.
  expect(lines.every((line) => ['export', 'id', 'cursor', 'complete'].some((name) => name in line))).toBe(true);
});
