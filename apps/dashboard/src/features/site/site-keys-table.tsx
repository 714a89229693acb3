import type { SiteKeyView } from '@goal/contract';
import { AccessBadge } from '@goal/ui/text/access-badge.tsx';
import { DataTable, type Query } from '@goal/ui/table/data-table.tsx';
import { lastUsedColumn, madeColumn, RevokeInRow } from '@goal/ui/table/key-columns.tsx';

import classes from '../table.module.css';

/** Revoked keys stay in the list for ever: the newest are shown. */
const shownKeys = 20;

type Props = {
  query: Query<{ tokens: readonly SiteKeyView[] }>;
  /** The key that a rotation will revoke: its button is among the steps. */
  old: string | undefined;
  onRevoke: (prefix: string) => void;
};

/** The keys of a site by their prefixes, newest first. */
export function SiteKeysTable({ query, old, onRevoke }: Props) {
  return (
    <DataTable
      label="Keys of the site"
      query={query}
      rows={query.data?.tokens.slice(0, shownKeys)}
      empty={null}
      skeletonRows={2}
      keyOf={({ prefix }) => prefix}
      columns={[
        {
          head: 'Key',
          isTitle: true,
          className: classes.code,
          cell: ({ prefix, access }) => (
            <>
              {prefix} <AccessBadge access={access} />
            </>
          ),
        },
        madeColumn('Made'),
        lastUsedColumn,
      ]}
      actions={(key) => <RevokeInRow known={key} isOld={key.prefix === old} onRevoke={onRevoke} />}
    />
  );
}
