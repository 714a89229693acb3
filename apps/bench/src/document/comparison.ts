import { short, type Result } from '../report.ts';
import { median } from '../statistics.ts';

const size = { width: 1180, label: 700, row: 24, top: 44, bar: 12 };
/** Bars end at a tenth and at ten times. */
const edge = 10;
const colour = { ahead: '#2f7d4f', behind: '#c2410c', text: '#1f2937', line: '#6b7280', ground: '#ffffff' };

/**
 * Draws rows without a goal, each of them «ours ÷ theirs» of something that costs: a bar to the
 * left where ours costs less, to the right where it costs more, on a logarithmic scale.
 */
export function comparisonOf(results: readonly Result[]): string {
  const rows = results.filter(({ ratios }) => ratios.length > 0);
  const height = size.top + rows.length * size.row + 16;
  const even = x(1);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="${colour.text}">
<rect width="${size.width}" height="${height}" fill="${colour.ground}"/>
<text x="${x(1 / edge)}" y="18">Goal costs less</text>
<text x="${x(edge)}" y="18" text-anchor="end">Goal costs more</text>
<line x1="${even}" x2="${even}" y1="26" y2="${height - 10}" stroke="${colour.line}" stroke-dasharray="4 3"/>
${rows.map((row, index) => barOf(row, size.top + index * size.row)).join('\n')}
</svg>
`;
}

function barOf({ what, ratios }: Result, y: number): string {
  const ratio = median(ratios);
  const [from, to] = [Math.min(x(ratio), x(1)), Math.max(x(ratio), x(1))];
  const middle = y + size.bar / 2 + 4;
  return `<text x="${size.label - 12}" y="${middle}" text-anchor="end">${escape(what)}</text>
<rect x="${from}" y="${y}" width="${Math.max(1, to - from)}" height="${size.bar}" fill="${ratio <= 1 ? colour.ahead : colour.behind}"/>
<text x="${size.width - 8}" y="${middle}" text-anchor="end">${short(ratio)}</text>`;
}

function x(ratio: number): number {
  const room = size.width - size.label - 56;
  const share = (Math.log10(Math.min(edge, Math.max(1 / edge, ratio))) + 1) / 2;
  return Math.round(size.label + share * room);
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
