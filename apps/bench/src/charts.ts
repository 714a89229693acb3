import { isMissed, type Result } from './report.ts';
import { median } from './statistics.ts';

const size = { width: 1180, label: 700, row: 26, top: 44, bar: 12 };
const room = size.width - size.label - 56;
const colour = { good: '#2f7d4f', bad: '#c2410c', text: '#1f2937', line: '#6b7280', ground: '#ffffff' };
/** The picture's width in multiples of the goal; longer bars end at its edge. */
const shareMax = 3;

/**
 * Draws a bar for each row with a goal: its share of the goal, with the spread of its rounds. A bar
 * that ends left of the dashed line meets the goal.
 */
export function chartOf(results: readonly Result[]): string {
  const rows = results.filter((result) => result.ratios.length > 0 && bound(result) > 0);
  const x = (share: number): number => Math.round(size.label + (Math.min(share, shareMax) / shareMax) * room);
  const height = size.top + rows.length * size.row + 16;
  const bars = rows.map((row, nth) => {
    const y = size.top + nth * size.row;
    const text = row.what.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const [centre, middle] = [y + size.bar / 2, y + size.bar / 2 + 4];
    const places = row.ratios.map((ratio) => x(shareOf(row, ratio)));
    const width = Math.max(1, x(shareOf(row, median(row.ratios))) - size.label);
    return `<text x="${size.label - 12}" y="${middle}" text-anchor="end">${text}</text>
<rect x="${size.label}" y="${y}" width="${width}" height="${size.bar}" fill="${isMissed(row) ? colour.bad : colour.good}"/>
<line x1="${Math.min(...places)}" x2="${Math.max(...places)}" y1="${centre}" y2="${centre}" stroke="${colour.text}"/>
<text x="${size.width - 8}" y="${middle}" text-anchor="end">${median(row.ratios).toFixed(2)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="${colour.text}">
<rect width="${size.width}" height="${height}" fill="${colour.ground}"/>
<text x="${x(1)}" y="18" text-anchor="middle">goal</text>
<text x="${size.label}" y="18">better</text>
<line x1="${x(1)}" x2="${x(1)}" y1="26" y2="${height - 10}" stroke="${colour.line}" stroke-dasharray="4 3"/>
${bars.join('\n')}
</svg>
`;
}

const bound = ({ goal }: Result): number => goal?.atMost ?? goal?.atLeast ?? 0;

/** The share of the goal that a ratio takes: 1 is the goal itself, less is better. */
const shareOf = (result: Result, ratio: number): number =>
  result.goal?.atMost === undefined ? bound(result) / ratio : ratio / bound(result);
