import { DomainError } from '@goal/contract';

import type { Db } from '../ground/db.ts';

/** Throws `not_found` for an unknown slug. Called before the body is judged (rulings §2.4). */
export async function findPlan(core: Db, slug: string): Promise<void> {
  if ((await core.db.prisma.plan.count({ where: { slug } })) === 0) throw new DomainError('not_found');
}
