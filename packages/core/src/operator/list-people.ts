import type { Db } from '../ground/db.ts';
import { olderThan, Parameters, splitPage, where, type PageRequest } from '../ground/keyset-sql.ts';
import type { Position } from '../ground/position.ts';

/** A person as the command line lists them, with how many accounts they are a member of. */
export type ListedPerson = {
  id: string;
  email: string;
  email_proven_at: string | null;
  name: string | null;
  created_at: string;
  seen_at: string | null;
  accounts: number;
};

/** A page of the people who sign in, newest first (rulings §10.25 `goal people list`). */
export async function listPeople(
  core: Db,
  { limit, after }: PageRequest,
): Promise<{ people: ListedPerson[]; next: Position | undefined }> {
  type Row = Pick<ListedPerson, 'id' | 'email' | 'name' | 'accounts'> &
    Record<'email_proven_at' | 'seen_at', Date | null> & { rowId: number; created_at: Date };
  const values = new Parameters();
  const { rows } = await core.db.work.query<Row>(
    `SELECT p.no AS "rowId", p.id::text, p.email, p.email_proven_at, p.name, p.created_at, p.seen_at,
       (SELECT count(*) FROM membership m WHERE m.person_no = p.no) AS accounts
     FROM person p ${where(olderThan(values, 'p.created_at', 'p.no', after))}
     ORDER BY p.created_at DESC, p.no DESC LIMIT ${values.add(limit + 1)}`,
    values.list,
  );
  const { page, next } = splitPage(rows, limit, (row) => ({ time: row.created_at.getTime(), id: row.rowId }));
  const people = page.map(({ rowId: _, ...row }) => ({
    ...row,
    email_proven_at: row.email_proven_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    seen_at: row.seen_at?.toISOString() ?? null,
  }));
  return { people, next };
}

/** Finds a person by the e-mail that they sign in with; undefined if there is none. */
export async function findPersonByEmail(core: Db, email: string): Promise<{ id: string } | undefined> {
  return (await core.db.prisma.person.findFirst({ where: { email }, select: { id: true } })) ?? undefined;
}
