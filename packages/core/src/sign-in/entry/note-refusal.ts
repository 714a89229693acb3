import type { SignInWay } from '@goal/contract';
import { Prisma } from '@goal/db';

import type { Db } from '../../ground/db.ts';
import { spendingOf } from '../brake.ts';

/**
 * Records that somebody was refused at sign-in, at most once a person and hour (rulings §10.17). It
 * is one statement that commits once, and for an e-mail that nobody has it does the same work and
 * records nothing (rulings §10.9). Never fails: a record that cannot be written must not turn the
 * refusal into a 503, because the brakes give such a try back.
 */
export async function noteRefusal({ db }: Db, email: string, how: SignInWay): Promise<void> {
  const { text, values } = Prisma.sql`
    WITH spent AS (${spendingOf({ kind: 'refusal', about: email })} RETURNING 1)
    INSERT INTO action (actor_kind, actor, action, detail)
    SELECT 'member', p.email, 'sign_in.refused', jsonb_build_object('how', ${how}::text)
    FROM spent, person p WHERE p.email = ${email}`;
  await db.work.query(text, values).catch(() => {});
}
