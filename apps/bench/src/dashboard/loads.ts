import type { Result } from '../report.ts';
import type { Shown } from '../web/browser.ts';
import { bytesRow, loadAlternating, type Pages, rowMaker } from '../web/page-loads.ts';
import { serveStaticPage } from '../web/static-page.ts';
import type { DashboardWorld } from './world.ts';

/** Kilobytes of gzipped script that a page of the way in, the log, and any other page may fetch. */
const budgetKb = { entry: 185, page: 225, log: 228 };

/**
 * Compares the first paint of the log of 10 million events with that of a static page
 * of 50 rows, alternating between them, and the scripts of the pages with their budgets.
 */
export async function measureLoads(world: DashboardWorld): Promise<Result[]> {
  const { dashboard, large } = world;
  const rows = Array.from({ length: 50 }, (_, n) => [String(n + 1), `site${n}.example.com`, 'active', '2 minutes ago']);
  const plain = await serveStaticPage('Sites', rows);
  const page = (path: string, shown: Shown) => ({ url: `${dashboard}${path}`, shown, session: large.owner.browser });
  const table: Shown = { selector: 'tbody tr', count: 1 };
  const cards: Shown = { selector: 'main section', count: 2 };
  const own = `/a/${large.id}`;
  const settings = `${own}/settings`;
  const pages = {
    plain: { url: plain.url, shown: { ...table, count: rows.length } },
    'the log': page(`${own}/log`, { selector: '[data-testid="events"] tr[data-row]', count: 10 }),
    'the sites': page(`${own}/sites`, { ...table, count: 20 }),
    'the groups': page(`${own}/groups`, table),
    'the usage': page(`${own}/usage`, cards),
    'the API keys': page(`${settings}/keys`, { ...cards, count: 1 }),
    'the members': page(`${settings}/members`, table),
    'the record': page(`${settings}/record`, table),
    'one’s own page': page('/me', cards),
    'the sign-in': { url: `${dashboard}/sign-in`, shown: { selector: 'input', count: 2 } },
    'the page that joins': { url: `${dashboard}/join`, shown: { selector: 'main p', count: 1 } },
  } satisfies Pages;
  try {
    const loads = await loadAlternating(world, pages);
    const row = rowMaker(loads);
    const isEntry = (name: string): boolean => name === 'the sign-in' || name === 'the page that joins';
    const budgetOf = (name: string): number =>
      name === 'the log' ? budgetKb.log : isEntry(name) ? budgetKb.entry : budgetKb.page;
    return [
      row(
        'first paint of the log, signed in ÷ first paint of a bare page',
        ['the log', 'firstPaintMs'],
        ['plain', 'firstPaintMs'],
        5,
        3,
      ),
      row(
        'first rows of the log, signed in ÷ first paint of a bare page',
        ['the log', 'shownMs'],
        ['plain', 'firstPaintMs'],
        8,
        5,
      ),
      ...Object.keys(pages)
        .filter((name) => name !== 'plain')
        .map((name) => bytesRow(loads, name, budgetOf(name))),
    ];
  } finally {
    plain.close();
  }
}
