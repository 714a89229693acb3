import type { RouterOutputs } from '@goal/client/trpc';
import { SkeletonRows } from '@goal/ui/components/skeletons.tsx';
import { TableRegion } from '@goal/ui/components/table-region.tsx';
import { Time } from '@goal/ui/components/time.tsx';
import { Button, Text } from '@mantine/core';

import classes from '../table.module.css';

export type AccountKey = RouterOutputs['dashboard']['keys']['list']['keys'][number];

type Props = {
  /** Undefined while they are loading. */
  keys: readonly AccountKey[] | undefined;
  onRevoke: (prefix: string) => void;
};

/** All keys, newest first. A revoked one stays, because the record names it. */
export function KeysTable({ keys, onRevoke }: Props) {
  return (
    <TableRegion label="API keys">
      <table aria-busy={keys === undefined}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Prefix</th>
            <th scope="col">Made by</th>
            <th scope="col">Made</th>
            <th scope="col">Last used</th>
            <th scope="col" className={classes.end} data-figure>
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {keys === undefined ? (
            <SkeletonRows rows={3} columns={6} />
          ) : (
            keys.map((key) => <KeyRow key={key.prefix} known={key} onRevoke={() => onRevoke(key.prefix)} />)
          )}
        </tbody>
      </table>
    </TableRegion>
  );
}

function KeyRow({ known, onRevoke }: { known: AccountKey; onRevoke: () => void }) {
  const { prefix, name, created_by, created_at, last_used_at, revoked_at } = known;
  return (
    <tr>
      <th scope="row" className={classes.text}>
        {name === null ? <span className={classes.none}>no name</span> : <bdi>{name}</bdi>}
      </th>
      <td className={classes.code}>{prefix}</td>
      <td className={classes.text}>{created_by === null ? '–' : <bdi>{created_by}</bdi>}</td>
      <td>
        <Time value={created_at} as="day" />
      </td>
      <td>{last_used_at === null ? 'never' : <Time value={last_used_at} as="ago" />}</td>
      <td className={classes.end} data-figure>
        {revoked_at === null ? (
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            aria-label={`Revoke the key ${prefix}`}
            onClick={onRevoke}
          >
            Revoke
          </Button>
        ) : (
          <Text size="sm" c="dimmed" component="span">
            revoked <Time value={revoked_at} as="day" />
          </Text>
        )}
      </td>
    </tr>
  );
}
