import type { SignInWay } from '@goal/contract';
import { Prisma } from '@goal/db';

import type { Db } from '../../ground/db.ts';
import { spendingOf } from '../brake.ts';

/**
 * Records a refusal, once a person and hour (rulings §10.17), with the same work for an unknown
 * e-mail (rulings §10.9). Never fails: brakes give a 503's try back.
 */
export async function noteRefusal({ db }: Db, email: string, how: SignInWay): Promise<void> {
  const { text, values } = Prisma.sql`
    WITH spent AS (${spendingOf({ kind: 'refusal', about: email })} RETURNING 1)
    INSERT INTO action (actor_kind, actor, action, detail)
    SELECT 'member', p.email, 'sign_in.refused', jsonb_build_object('how', ${how}::text)
    FROM spent, person p WHERE p.email = ${email}`;
  await db.work.query(text, values).catch(() => {});
}
