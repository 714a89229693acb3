import type { CreateRedactionInput, Left } from '@goal/contract';
import type { Prisma } from '@goal/db';

import type { Db } from '../ground/db.ts';
import { filtersOf } from '../stream/place/stream-row.ts';

/** Whom a redaction is about. */
export type Whose = Pick<CreateRedactionInput, 'username' | 'user_id'>;

/** The streams and the saved views of an account that keep somebody's name, by their ids. */
export type Keepers = { streams: string[]; views: string[] };

/** Views that one statement reads; an account has a hundred, and each of its members another. */
const pageSize = 500;

/**
 * Finds what keeps the name of a person after a redaction (rulings §13.2): streams and saved views
 * whose name or filters hold its words, as a search finds them: each as a part, in any case of
 * letters and any order; or that filter by the id of the user.
 * They stay as they are: a filter that loses a condition finds more, and a stream sends more.
 */
export async function findKeepers(
  { db }: Db,
  { rowId: accountRowId }: { rowId: number },
  whose: Whose,
): Promise<Keepers> {
  const streams = await db.prisma.stream.findMany({
    where: { accountRowId },
    select: { id: true, name: true, filters: true },
    orderBy: { rowId: 'asc' },
  });
  const views: string[] = [];
  for (let after = 0; ;) {
    const page = await db.prisma.savedView.findMany({
      where: { accountRowId, rowId: { gt: after } },
      select: { rowId: true, id: true, name: true, query: true },
      orderBy: { rowId: 'asc' },
      take: pageSize,
    });
    for (const { id, name, query } of page) if (keeps(whose, name, [...new URLSearchParams(query)])) views.push(id);
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) break;
    after = last.rowId;
  }
  const named = streams.filter(({ name, ...row }) => keeps(whose, name, Object.entries(filtersOf(row))));
  return { streams: named.map(({ id }) => id), views };
}

function keeps({ username, user_id: userId }: Whose, name: string, filters: readonly [string, unknown][]): boolean {
  const given = filters.filter(([field]) => !idFields.has(field));
  if (given.some(([field, value]) => field === 'user_id' && Number(value) === userId)) return true;
  const words = caseless(username ?? '')
    .split(/\s+/u)
    .filter((word) => word !== '');
  if (words.length === 0) return false;
  // The words of one search belong together; of other lists each value stands alone.
  const texts = given.flatMap(([field, value]) =>
    Array.isArray(value) ? (field === 'q' ? [value.join(' ')] : value.map(String)) : [String(value)],
  );
  return [name, ...texts].map(caseless).some((text) => words.every((word) => text.includes(word)));
}

/** Filters that hold no text of people: letters of an id are no name. */
const idFields = new Set(['site_id', 'site_ids', 'group_id']);

/** Two steps, because some letters have two small forms, and others two capitals. */
const caseless = (text: string): string => text.toLowerCase().toUpperCase();

/** Who reads which views keep a name: a member with views of their own, or a key. */
export type ViewReader = { rowId: number } | undefined;

/**
 * What a reader may know of these views: those that the account shares and their own by id and
 * name, and the number of the others. One that is gone by now is in neither.
 */
export async function shownViews(
  { db }: Db,
  account: { rowId: number },
  ids: readonly string[],
  reader: ViewReader,
): Promise<Pick<Left, 'views' | 'private_views'>> {
  if (ids.length === 0) return { views: [], private_views: 0 };
  const all: Prisma.SavedViewWhereInput = { accountRowId: account.rowId, id: { in: [...ids] } };
  const mine = reader === undefined ? [] : [{ personRowId: reader.rowId }];
  const seen = { ...all, OR: [{ personRowId: null }, ...mine] };
  const views = await db.prisma.savedView.findMany({
    where: seen,
    select: { id: true, name: true },
    orderBy: [{ name: 'asc' }, { rowId: 'asc' }],
  });
  return { views, private_views: (await db.prisma.savedView.count({ where: all })) - views.length };
}
