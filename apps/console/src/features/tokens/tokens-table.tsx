'use client';

import type { AdminTokenView } from '@goal/contract';
import { KeyStatus } from '@goal/ui/components/key-status.tsx';
import { SkeletonRows } from '@goal/ui/components/skeletons.tsx';
import { TableRegion } from '@goal/ui/components/table-region.tsx';
import { Time } from '@goal/ui/components/time.tsx';
import { WriteButton } from '@goal/ui/components/write-button.tsx';

import { useWhoAmI } from '../../session/who-am-i.tsx';
import classes from './tokens.module.css';

type Props = {
  /** Undefined while they are loading. */
  rows: readonly AdminTokenView[] | undefined;
  onRevoke: (prefix: string) => void;
};

/** One row per admin token, newest first. */
export function TokensTable({ rows, onRevoke }: Props) {
  return (
    <TableRegion label="Admin tokens">
      <table className={classes.table} aria-busy={rows === undefined}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Scope</th>
            <th scope="col">Prefix</th>
            <th scope="col">Created</th>
            <th scope="col">Last used</th>
            <th scope="col">Status</th>
            <th scope="col" className={classes.acts}>
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {rows === undefined ? (
            <SkeletonRows rows={4} columns={7} />
          ) : (
            rows.map((token) => <TokenRow key={token.prefix} token={token} onRevoke={onRevoke} />)
          )}
        </tbody>
      </table>
    </TableRegion>
  );
}

function TokenRow({ token, onRevoke }: { token: AdminTokenView; onRevoke: Props['onRevoke'] }) {
  const { prefix, name, scope, created_at, last_used_at, revoked_at } = token;
  const isOwn = useWhoAmI().prefix === prefix;
  return (
    <tr>
      <th scope="row" className={classes.name}>
        <bdi>{name}</bdi>
      </th>
      <td>{scope}</td>
      <td className={classes.prefix}>{prefix}</td>
      <td>
        <Time value={created_at} />
      </td>
      <td>{last_used_at === null ? 'never' : <Time value={last_used_at} as="ago" />}</td>
      <td>
        <KeyStatus revokedAt={revoked_at} />
      </td>
      <td className={classes.acts}>
        {revoked_at === null && (
          <WriteButton
            variant="subtle"
            color="red"
            size="compact-sm"
            aria-label={`Revoke the token ${name}`}
            blocked={isOwn ? 'You signed in with it' : undefined}
            onClick={() => onRevoke(prefix)}
          >
            Revoke
          </WriteButton>
        )}
      </td>
    </tr>
  );
}
