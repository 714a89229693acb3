import type { Result } from '../report.ts';
import { median } from '../statistics.ts';
import { load, type Load, type Shown } from './browser.ts';
import { serveStaticPage } from './static-page.ts';
import type { ConsoleWorld } from './world.ts';

const rounds = 15;
const rowsAPage = 50;
const kilobyte = 1000;

type Pages = Record<string, { url: string; shown: Shown }>;

/** Paints, rows and bytes of the pages beside a bare page of the same rows, and an account of 3,000 sites beside one of 30, turn about. */
export async function measureLoads(world: ConsoleWorld): Promise<Result[]> {
  const { console, many } = world;
  const rows = await accountRows(world);
  const plain = await serveStaticPage(rows);
  const { large, small } = many.data;
  const table: Shown = { selector: 'tbody tr', count: rowsAPage };
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
    const loads = await turnAbout(world, pages);
    const row = rowOf(loads);
    return [
      row(
        'first paint of the accounts ÷ largest paint of a bare page',
        ['accounts', 'firstPaint'],
        ['plain', 'largestPaint'],
        5,
      ),
      row('50 accounts shown ÷ largest paint of a bare page', ['accounts', 'shown'], ['plain', 'largestPaint'], 15),
      row('account of 3,000 sites shown ÷ one of 30', ['overviewOfLarge', 'shown'], ['overviewOfSmall', 'shown'], 2),
      row('its list of sites shown ÷ that of 30', ['sitesOfLarge', 'shown'], ['sitesOfSmall', 'shown'], 2),
      row('its picture of 90 days shown ÷ that of 30', ['pictureOfLarge', 'shown'], ['pictureOfSmall', 'shown'], 5),
      ...(['accounts', 'overviewOfLarge', 'sitesOfLarge', 'actions'] as const).map((name) =>
        bytes(name, loads[name], 225),
      ),
      bytes('login', loads.login, 185),
    ];
  } finally {
    plain.close();
  }
}

const meter = '[role="meter"]';
const bars = 'svg rect[data-severity]';

async function turnAbout<P extends Pages>(
  { browser, session, progress }: ConsoleWorld,
  pages: P,
): Promise<Record<keyof P, Load[]>> {
  const names: (keyof P & string)[] = Object.keys(pages);
  // An object of the same keys, which fromEntries forgets.
  const loads = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<keyof P, Load[]>;
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const page = pages[name];
      if (page === undefined) continue;
      const signedOut = name === 'login' || name === 'plain';
      const done = await load(browser, page.url, page.shown, signedOut ? undefined : session);
      // The first round compiles and fills caches of the services.
      if (round > 0) loads[name].push(done);
    }
    progress(`round ${round} of ${rounds}`);
  }
  return loads;
}

type Measured = [page: string, what: keyof Load];

function rowOf(loads: Record<string, Load[]>) {
  const values = ([page, what]: Measured): number[] => (loads[page] ?? []).map((one) => one[what]);
  return (what: string, above: Measured, below: Measured, atMost: number): Result => {
    const [upper, lower] = [median(values(above)), median(values(below))];
    return {
      what,
      figures: `${Math.round(upper)} ms ÷ ${Math.round(lower)} ms`,
      // The goal is on the medians: single loads of a browser vary by a frame or two.
      ratios: [upper / lower],
      goal: { atMost, aim: String(atMost) },
      details: { above: values(above), below: values(below) },
    };
  };
}

function bytes(name: string, loads: readonly Load[], kilobytes: number): Result {
  const sizes = loads.map((one) => one.scriptBytes / kilobyte);
  return {
    what: `gzipped script of ${name} ÷ ${kilobytes} kB`,
    figures: `${median(sizes).toFixed(1)} kB`,
    ratios: [median(sizes) / kilobytes],
    goal: { atMost: 1, aim: '1' },
  };
}

/** The texts of the first page, for the bare one. */
async function accountRows({ many }: ConsoleWorld): Promise<string[][]> {
  const answer = await fetch(`${many.service.origin}/v1/goal/admin/accounts?limit=${rowsAPage}`, {
    headers: { authorization: `Bearer ${many.token}` },
    signal: AbortSignal.timeout(10_000),
  });
  // The service's own answer.
  const { accounts } = (await answer.json()) as { accounts: Record<string, unknown>[] };
  return accounts.map((account) => Object.values(account).map(String));
}
