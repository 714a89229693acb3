import { DomainError } from '@goal/contract';

import type { Core } from '../core.ts';

/** Throws `not_found` for an unknown slug. Called before the body is judged (rulings §2.4). */
export async function findPlan(core: Pick<Core, 'db'>, slug: string): Promise<void> {
  if ((await core.db.prisma.plan.count({ where: { slug } })) === 0) throw new DomainError('not_found');
}
