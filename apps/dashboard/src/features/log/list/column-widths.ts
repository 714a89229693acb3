import type { FoundAccountEvent } from '@goal/contract';

/** So many of the newest rows say how wide the columns are, so that none moves further down. */
const looked = 100;
/** A letter, and the space around a column's words, in rem. */
const [letter, around] = [0.5, 0.6];

type Rows = { count: number; rowAt: (index: number) => FoundAccountEvent | undefined };

/** The widths, in rem, of the longest domain, and of three of four users. */
export function columnWidths({ count, rowAt }: Rows): { site: number; user: number } {
  const rows = Array.from({ length: Math.min(count, looked) }, (_, index) => rowAt(index)).filter(
    (row) => row !== undefined,
  );
  const sites = rows.map(({ domain = '' }) => domain.length).toSorted((a, b) => a - b);
  const users = rows
    .map(({ username, user_id: id }) => (username === '' ? `#${id}` : username).length)
    .toSorted((a, b) => a - b);
  const width = (letters: number): number => letters * letter + around;
  return { site: width(sites.at(-1) ?? 0), user: width(users[Math.ceil(users.length * 0.75) - 1] ?? 0) };
}
