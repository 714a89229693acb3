import { isMissed, short, type Result } from '../report.ts';
import { median } from '../statistics.ts';

const size = { width: 1080, label: 640, row: 26, top: 44, bar: 12 };
/** The picture's width, in multiples of the goal; longer bars end at its edge. */
const shareMax = 3;
const colour = { met: '#2f7d4f', missed: '#c2410c', text: '#1f2937', line: '#6b7280', ground: '#ffffff' };

/**
 * Draws a bar for each row with a goal: its share of the goal, with the spread of its rounds. A bar
 * that ends left of the dashed line meets the goal.
 */
export function chartOf(results: readonly Result[]): string {
  const rows = results.filter((result) => result.ratios.length > 0 && bound(result) > 0);
  const height = size.top + rows.length * size.row + 16;
  const goal = x(1);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="${colour.text}">
<rect width="${size.width}" height="${height}" fill="${colour.ground}"/>
<text x="${goal}" y="18" text-anchor="middle">goal</text>
<text x="${size.label}" y="18">better</text>
<line x1="${goal}" x2="${goal}" y1="26" y2="${height - 10}" stroke="${colour.line}" stroke-dasharray="4 3"/>
${rows.map((row, index) => barOf(row, size.top + index * size.row)).join('\n')}
</svg>
`;
}

function barOf(result: Result, y: number): string {
  const shares = result.ratios.map((ratio) => shareOf(result, ratio));
  const medianShare = shareOf(result, median(result.ratios));
  const fill = isMissed(result) ? colour.missed : colour.met;
  const centre = y + size.bar / 2;
  return `<text x="${size.label - 12}" y="${centre + 4}" text-anchor="end">${escape(result.what)}</text>
<rect x="${size.label}" y="${y}" width="${x(medianShare) - size.label}" height="${size.bar}" fill="${fill}"/>
<line x1="${x(Math.min(...shares))}" x2="${x(Math.max(...shares))}" y1="${centre}" y2="${centre}" stroke="${colour.text}"/>
<text x="${size.width - 8}" y="${centre + 4}" text-anchor="end">${short(median(result.ratios))}</text>`;
}

const bound = ({ goal }: Result): number => goal?.atMost ?? goal?.atLeast ?? 0;

/** The share of the goal that a ratio takes: 1 is the goal itself, less is better. */
function shareOf(result: Result, ratio: number): number {
  return result.goal?.atMost === undefined ? bound(result) / ratio : ratio / bound(result);
}

function x(share: number): number {
  const room = size.width - size.label - 56;
  return Math.round(size.label + (Math.min(share, shareMax) / shareMax) * room);
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
