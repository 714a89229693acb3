import type { RecordedAction } from '@goal/contract';
import { SkeletonRows } from '@goal/ui/components/skeletons.tsx';
import { TableRegion } from '@goal/ui/components/table-region.tsx';
import { Time } from '@goal/ui/components/time.tsx';
import { Text } from '@mantine/core';

import classes from '../table.module.css';

const kindNames: Readonly<Record<RecordedAction['who_kind'], string>> = {
  member: '',
  account_key: 'API key',
  group_key: 'group key',
  site_key: 'site key',
  stripe: 'payment',
  provider: '',
};

type Props = {
  /** Undefined while they are loading. */
  rows: readonly RecordedAction[] | undefined;
  /** The rows answer the previous choice. */
  isOld: boolean;
};

/** One act in each row: when, who, what. */
export function RecordTable({ rows, isOld }: Props) {
  return (
    <TableRegion label="Record">
      <table data-old={isOld || undefined} aria-busy={isOld || rows === undefined}>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Who</th>
            <th scope="col">What</th>
          </tr>
        </thead>
        <tbody>
          {rows === undefined ? (
            <SkeletonRows rows={8} columns={3} />
          ) : (
            rows.map((row) => (
              <tr key={row.id}>
                <td>
                  <Time value={row.occurred_at} />
                </td>
                <td className={classes.text}>
                  <bdi>{row.who}</bdi>
                  {kindNames[row.who_kind] !== '' && (
                    <Text size="xs" c="dimmed">
                      {kindNames[row.who_kind]}
                    </Text>
                  )}
                </td>
                <td className={classes.text}>
                  {row.sentence}
                  {row.site_domain !== null && !row.sentence.includes(row.site_domain) && (
                    <Text size="xs" c="dimmed">
                      {row.site_domain}
                    </Text>
                  )}
                </td>
              </tr>
            ))
          )}
        </tbody>
      </table>
    </TableRegion>
  );
}
