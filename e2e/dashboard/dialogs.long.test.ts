import { expect, inUsedTab as test, type Page, settled } from '../harness/dashboard.ts';
import { expectGoodDialog, expectGoodMenu } from '../harness/dialog.ts';
import { type DialogScene, makeDialogScene, names } from '../harness/dialog-scene.ts';
import { signInAs } from '../harness/member.ts';

// In one worker, with one account.
test.describe.configure({ mode: 'default' });

let scene: DialogScene;
test.beforeAll(async () => {
  scene = await makeDialogScene();
});

type Opened = {
  path: string;
  /** The buttons that open a dialog. */
  buttons: readonly string[];
  /** What shows the buttons. */
  prepare?: (page: Page) => Promise<unknown>;
};

/** The dialogs of an account’s pages, and how they are opened. Two more are in pages.test.ts. */
const dialogsOfAccount: Readonly<Record<string, (made: DialogScene) => Opened>> = {
  log: () => ({ path: 'log?severity=high', buttons: ['Tell me …'] }),
  event: ({ event }) => ({
    path: `log?event=${event}`,
    buttons: ['Erase …'],
    prepare: (page) => expect(page.getByTestId('event').getByRole('button', { name: 'Erase …' })).toBeVisible(),
  }),
  views: () => ({ path: 'log/views', buttons: [`Change the view ${names.view}`, `Delete the view ${names.view}`] }),
  sites: () => ({
    path: 'sites',
    buttons: ['Add site', 'Delete …'],
    prepare: (page) => page.getByLabel('All on this page').check(),
  }),
  site: ({ site, keys }) => ({
    path: `sites/${site}`,
    buttons: ['Rotate the key', `Revoke the key ${keys.site}`, 'Delete the site'],
  }),
  groups: () => ({ path: 'groups', buttons: ['New group'] }),
  group: ({ group, keys }) => ({
    path: `groups/${group}`,
    buttons: ['Change', `Revoke the key ${keys.group}`, 'Delete the group'],
  }),
  stream: ({ stream }) => ({
    path: `streams/${stream}`,
    buttons: ['Send again …', 'New secret', 'Delete the stream'],
  }),
  keys: ({ keys }) => ({ path: 'settings/keys', buttons: ['New key', `Revoke the key ${keys.account}`] }),
  members: ({ colleague, invited }) => ({
    path: 'settings/members',
    buttons: [`Remove ${colleague}`, `New link for ${invited}`, `Revoke the invitation of ${invited}`],
  }),
  billing: () => ({ path: 'settings/billing', buttons: ['What changes with agency'] }),
  holds: ({ held }) => ({ path: 'settings/holds', buttons: ['Set a hold', `End the hold of ${held}`] }),
  erasure: () => ({
    path: 'settings/erasure',
    buttons: ['Erase'],
    prepare: async (page) => {
      await page.getByLabel('User name').fill(names.user);
      await page.getByRole('button', { name: 'Look what it would do' }).click();
      await expect(page.getByText(/^It would erase/)).toBeVisible();
    },
  }),
  account: () => ({ path: 'settings/account', buttons: ['Delete the account'] }),
};

const guarantee =
  'breaks no rule of WCAG 2.2 AA, cuts no button off, grows with text of 200 %, keeps its controls in forced colours, does not move for people who ask for that, keeps Tab inside, and returns the focus to its button';

for (const [name, opened] of Object.entries(dialogsOfAccount))
  test(`each dialog of the page «${name}» ${guarantee}`, async ({ page, context }) => {
    const { path, buttons, prepare } = opened(scene);
    await signInAs(context, scene.member);
    await page.goto(`/a/${scene.member.account.id}/${path}`);
    await settled(page);
    await prepare?.(page);
    for (const button of buttons) await expectGoodDialog(page, button, { axeAt: [1280, 360], isAdapted: true });
  });

test(`each dialog of the page «me» ${guarantee}`, async ({ page, context }) => {
  await signInAs(context, scene.member);
  await page.goto('/me');
  await settled(page);
  for (const button of [
    'Turn on',
    'Change the password',
    'Remove the password',
    'Add a passkey',
    `Rename the passkey ${names.passkey}`,
    `Remove the passkey ${names.passkey}`,
    `Leave ${scene.member.account.email}`,
    'Delete me',
  ])
    await expectGoodDialog(page, button, { axeAt: [1280, 360], isAdapted: true });
});

test('each menu of the log and of the frame breaks no rule of WCAG 2.2 AA on a desk and on a phone, lies wholly in the window, grows with text of 200 %, keeps its controls in forced colours, does not move for people who ask for that, and returns the focus to its button', async ({
  page,
  context,
}) => {
  await signInAs(context, scene.member);
  await page.goto(`/a/${scene.member.account.id}/log?event=${scene.event}`);
  await settled(page);
  const copy = page.getByTestId('event').getByRole('button', { name: 'Copy ▾' });
  await expect(copy).toBeVisible();
  await expectGoodMenu(page, { button: 'Copy ▾', menu: '#event-copy' });
  await page.getByRole('button', { name: 'Close the event (Esc)' }).click();
  // What a phone folds away stays unfolded.
  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole('button', { name: /^Filters and actions/ }).click();
  await expectGoodMenu(page, { button: /^Time: /, menu: '#log-time' });
  await expectGoodMenu(page, { button: '+ Filter', menu: '#log-filter' });
  await expectGoodMenu(page, { button: 'Save view ▾', menu: '#log-view' });
  await expectGoodMenu(page, { button: 'Export ▾', menu: '#log-export' });
  await expectGoodMenu(page, { button: 'Link ▾', menu: '#log-copy' });
  await expectGoodMenu(page, { button: /Switch to another$/, menu: '#accounts' });
  await expectGoodMenu(page, { button: /^Signed in as/, menu: '#person' });
  // Keys are for a desk, and the bar of places with its menu for a phone.
  await expectGoodMenu(page, { button: 'Keys', menu: '#keys-help' }, [1280]);
  await expectGoodMenu(page, { button: 'More', menu: '#more-places' }, [360]);
});
