import type { GroupView } from '@goal/contract';

import type { Caller } from '../account/change-account.ts';
import type { Core } from '../core.ts';

/** GET /groups: newest first, by an exact reference where one is given; a group key sees its one row (rulings §5.3). */
export async function listGroups(core: Core, { account, group }: Omit<Caller, 'actor'>, externalRef?: string): Promise<GroupView[]> {
  const rows = await core.db.prisma.group.findMany({
    where: {
      accountNo: account.no,
      ...(group === undefined ? {} : { no: group.no }),
      ...(externalRef === undefined ? {} : { externalRef }),
    },
    select: { id: true, name: true, externalRef: true, createdAt: true, _count: { select: { sites: true } } },
    orderBy: [{ createdAt: 'desc' }, { no: 'desc' }],
  });
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    external_ref: row.externalRef,
    site_count: row._count.sites,
    created_at: row.createdAt.toISOString(),
  }));
}
