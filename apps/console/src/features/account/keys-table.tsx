import type { AccountKeyView } from '@goal/contract';
import { AccessBadge } from '@goal/ui/components/access-badge.tsx';
import { KeyStatus } from '@goal/ui/components/key-status.tsx';
import { SkeletonRows } from '@goal/ui/components/skeletons.tsx';
import { TableRegion } from '@goal/ui/components/table-region.tsx';
import { Time } from '@goal/ui/components/time.tsx';
import { WriteButton } from '@goal/ui/components/write-button.tsx';

import classes from './account.module.css';
import { Name } from './name.tsx';

/** What account keys and group keys have in common. */
type KeyView = Pick<AccountKeyView, 'prefix' | 'name' | 'created_at' | 'last_used_at' | 'revoked_at' | 'access'>;
type Props = {
  /** What the table shows, for screen readers: «Account keys». */
  label: string;
  /** Undefined while they are loading. */
  keys: readonly KeyView[] | undefined;
  skeletonRows: number;
  onRevoke: (prefix: string) => void;
};

/** The keys of an account or a group: one row per key, with a button that revokes it. */
export function KeysTable({ label, keys, skeletonRows, onRevoke }: Props) {
  return (
    <TableRegion label={label}>
      <table aria-busy={keys === undefined}>
        <thead>
          <tr>
            <th scope="col">Prefix</th>
            <th scope="col">Name</th>
            <th scope="col">Created</th>
            <th scope="col">Last used</th>
            <th scope="col">Status</th>
            <th scope="col" className={classes.figure}>
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {keys === undefined ? (
            <SkeletonRows columns={6} rows={skeletonRows} />
          ) : (
            keys.map((key) => <KeyRow key={key.prefix} known={key} onRevoke={() => onRevoke(key.prefix)} />)
          )}
        </tbody>
      </table>
    </TableRegion>
  );
}

function KeyRow({ known, onRevoke }: { known: KeyView; onRevoke: () => void }) {
  const { prefix, name, created_at, last_used_at, revoked_at, access } = known;
  return (
    <tr>
      <th scope="row" className={classes.prefix}>
        {prefix}
      </th>
      <td className={classes.name}>
        <Name text={name} />
      </td>
      <td>
        <Time value={created_at} />
      </td>
      <td>{last_used_at === null ? 'never' : <Time value={last_used_at} as="ago" />}</td>
      <td>
        <AccessBadge access={access} /> <KeyStatus revokedAt={revoked_at} />
      </td>
      <td className={classes.figure}>
        {revoked_at === null && (
          <WriteButton
            variant="subtle"
            color="red"
            size="compact-sm"
            aria-label={`Revoke key ${prefix}`}
            onClick={onRevoke}
          >
            Revoke
          </WriteButton>
        )}
      </td>
    </tr>
  );
}
