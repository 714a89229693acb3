import type { RecordedAction } from '@goal/contract';
import { SkeletonRows } from '@goal/ui/components/skeletons.tsx';
import { StackedCell, StackedRow, StackedTable } from '@goal/ui/components/stacked-table.tsx';
import { Time } from '@goal/ui/components/time.tsx';
import { WrappingText } from '@goal/ui/components/wrapping-text.tsx';
import { Text } from '@mantine/core';

import classes from '../table.module.css';

const kindNames: Readonly<Record<RecordedAction['who_kind'], string>> = {
  member: '',
  account_key: 'API key',
  group_key: 'group key',
  site_key: 'site key',
  stripe: 'payment',
  provider: '',
  worker: '',
};

type Props = {
  /** Undefined while they are loading. */
  rows: readonly RecordedAction[] | undefined;
  /** The rows answer the previous choice. */
  isOld: boolean;
};

const columns = ['When', 'Who', 'What'];

/** One act in each row: when, who, what. */
export function RecordTable({ rows, isOld }: Props) {
  return (
    <StackedTable label="Record" columns={columns} isBusy={rows === undefined} isOld={isOld} labelWidth="3.25rem">
      {rows === undefined ? (
        <SkeletonRows rows={8} columns={columns.length} />
      ) : (
        rows.map((row) => <RecordRow key={row.id} row={row} />)
      )}
    </StackedTable>
  );
}

function RecordRow({ row }: { row: RecordedAction }) {
  const { occurred_at: at, who, who_kind: kind, sentence, site_domain: domain } = row;
  return (
    <StackedRow>
      <StackedCell of="When">
        <Time value={at} />
      </StackedCell>
      <StackedCell of="Who" className={classes.text}>
        <WrappingText value={who} />
        {kindNames[kind] !== '' && (
          <Text size="xs" c="dimmed">
            {kindNames[kind]}
          </Text>
        )}
      </StackedCell>
      <StackedCell of="What" className={classes.text}>
        <WrappingText value={sentence} />
        {domain !== null && !sentence.includes(domain) && (
          <Text size="xs" c="dimmed">
            {domain}
          </Text>
        )}
      </StackedCell>
    </StackedRow>
  );
}
