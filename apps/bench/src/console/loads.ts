import type { Result } from '../report.ts';
import type { Shown } from '../web/browser.ts';
import { bytesRow, loadAlternating, type Measured, type Pages, rowMaker } from '../web/page-loads.ts';
import { serveStaticPage } from '../web/static-page.ts';
import type { ConsoleWorld } from './world.ts';

const rowsPerPage = 50;

/**
 * Compares paints, rows and bytes of the pages with a static page of the same rows, and an account
 * of 3,000 sites with one of 30, alternating between them.
 */
export async function measureLoads(world: ConsoleWorld): Promise<Result[]> {
  const { console, session, manyAccounts } = world;
  const rows = await accountRows(world);
  const plain = await serveStaticPage('Accounts', rows);
  const { large, small } = manyAccounts.data;
  const table: Shown = { selector: 'tbody tr', count: rowsPerPage };
  const page = (path: string, shown: Shown) => ({ url: `${console}${path}`, shown, session });
  const sites = (id: string) => page(`/accounts/${id}?tab=sites`, { ...table, count: 20 });
  const overview = (id: string) => page(`/accounts/${id}`, { selector: meter, count: 1 });
  const picture = (id: string) => page(`/accounts/${id}?days=90`, { selector: bars, count: 90 });
  const pages = {
    plain: { url: plain.url, shown: table },
    accounts: page('/accounts', table),
    overviewOfLarge: overview(large),
    overviewOfSmall: overview(small),
    sitesOfLarge: sites(large),
    sitesOfSmall: sites(small),
    pictureOfLarge: picture(large),
    pictureOfSmall: picture(small),
    actions: page('/actions', { ...table, count: 1 }),
    login: { url: `${console}/login`, shown: { selector: 'input', count: 1 } },
  } satisfies Pages;
  try {
    const loads = await loadAlternating(world, pages);
    const row = rowMaker(loads);
    const barePaint: Measured = ['plain', 'largestPaintMs'];
    return [
      row('first paint of the accounts ÷ largest paint of a bare page', ['accounts', 'firstPaintMs'], barePaint, 5),
      row('50 accounts shown ÷ largest paint of a bare page', ['accounts', 'shownMs'], barePaint, 15),
      row(
        'account of 3,000 sites shown ÷ one of 30',
        ['overviewOfLarge', 'shownMs'],
        ['overviewOfSmall', 'shownMs'],
        2,
      ),
      row('its list of sites shown ÷ that of 30', ['sitesOfLarge', 'shownMs'], ['sitesOfSmall', 'shownMs'], 2),
      row('its picture of 90 days shown ÷ that of 30', ['pictureOfLarge', 'shownMs'], ['pictureOfSmall', 'shownMs'], 5),
      ...['accounts', 'overviewOfLarge', 'sitesOfLarge', 'actions'].map((name) => bytesRow(loads, name, 225)),
      bytesRow(loads, 'login', 185),
    ];
  } finally {
    plain.close();
  }
}

const meter = '[role="meter"]';
const bars = 'svg rect[data-severity]';

/** The texts on the first page of accounts, for the static page. */
async function accountRows({ manyAccounts }: ConsoleWorld): Promise<string[][]> {
  const answer = await fetch(`${manyAccounts.service.origin}/v1/goal/admin/accounts?limit=${rowsPerPage}`, {
    headers: { authorization: `Bearer ${manyAccounts.token}` },
    signal: AbortSignal.timeout(10_000),
  });
  // The cast trusts the service's own answer.
  const { accounts } = (await answer.json()) as { accounts: Record<string, unknown>[] };
  return accounts.map((account) => Object.values(account).map(String));
}
