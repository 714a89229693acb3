import type { Result } from '../report.ts';
import { median } from '../statistics.ts';
import { load, type Load, type Shown } from './browser.ts';
import { serveStaticPage } from './static-page.ts';
import type { ConsoleWorld } from './world.ts';

const rounds = 15;
const rowsPerPage = 50;
const kilobyte = 1000;

type Pages = Record<string, { url: string; shown: Shown }>;

/**
 * Compares paints, rows and bytes of the pages with a static page of the same rows, and an account
 * of 3,000 sites with one of 30, alternating between them.
 */
export async function measureLoads(world: ConsoleWorld): Promise<Result[]> {
  const { console, manyAccounts } = world;
  const rows = await accountRows(world);
  const plain = await serveStaticPage(rows);
  const { large, small } = manyAccounts.data;
  const table: Shown = { selector: 'tbody tr', count: rowsPerPage };
  const sites = (id: string) => ({ url: `${console}/accounts/${id}?tab=sites`, shown: { ...table, count: 20 } });
  const overview = (id: string) => ({ url: `${console}/accounts/${id}`, shown: { selector: meter, count: 1 } });
  const picture = (id: string) => ({ url: `${console}/accounts/${id}?days=90`, shown: { selector: bars, count: 90 } });
  const pages = {
    plain: { url: plain.url, shown: table },
    accounts: { url: `${console}/accounts`, shown: table },
    overviewOfLarge: overview(large),
    overviewOfSmall: overview(small),
    sitesOfLarge: sites(large),
    sitesOfSmall: sites(small),
    pictureOfLarge: picture(large),
    pictureOfSmall: picture(small),
    actions: { url: `${console}/actions`, shown: { ...table, count: 1 } },
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

/** The loads of each page, by its name. */
type Loads = ReadonlyMap<string, Load[]>;

/** Loads one page after the other in each round. */
async function loadAlternating({ browser, session, progress }: ConsoleWorld, pages: Pages): Promise<Loads> {
  const loads = new Map<string, Load[]>();
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, page] of Object.entries(pages)) {
      const isSignedOut = name === 'login' || name === 'plain';
      const done = await load(browser, page.url, page.shown, isSignedOut ? undefined : session);
      // Round 0 warms up: the services compile their code and fill their caches.
      if (round > 0) loads.set(name, [...(loads.get(name) ?? []), done]);
    }
    progress(`round ${round} of ${rounds}`);
  }
  return loads;
}

type Measured = [page: string, what: keyof Load];

function rowMaker(loads: Loads) {
  const values = ([page, what]: Measured): number[] => (loads.get(page) ?? []).map((one) => one[what]);
  return (what: string, above: Measured, below: Measured, atMost: number): Result => {
    const [upper, lower] = [median(values(above)), median(values(below))];
    return {
      what,
      figures: `${Math.round(upper)} ms ÷ ${Math.round(lower)} ms`,
      // The goal applies to the medians: single loads of a browser vary by a frame or two.
      ratios: [upper / lower],
      goal: { atMost, aim: String(atMost) },
      details: { above: values(above), below: values(below) },
    };
  };
}

function bytesRow(loads: Loads, name: string, kilobytes: number): Result {
  const sizes = (loads.get(name) ?? []).map((one) => one.scriptBytes / kilobyte);
  return {
    what: `gzipped script of ${name} ÷ ${kilobytes} kB`,
    figures: `${median(sizes).toFixed(1)} kB`,
    ratios: [median(sizes) / kilobytes],
    goal: { atMost: 1, aim: '1' },
  };
}

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
