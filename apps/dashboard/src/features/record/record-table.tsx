import type { RecordedAction } from '@goal/contract';
import { DataTable, type Query } from '@goal/ui/table/data-table.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { WrappingText } from '@goal/ui/text/wrapping-text.tsx';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

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

type Props = { rows: readonly RecordedAction[] | undefined; query?: Query; empty: ReactNode };

export function RecordTable(props: Props) {
  return (
    <DataTable
      label="Record"
      {...props}
      skeletonRows={8}
      labelWidth="3.25rem"
      keyOf={({ id }) => String(id)}
      columns={[
        { head: 'When', cell: ({ occurred_at: at }) => <Time value={at} /> },
        {
          head: 'Who',
          className: classes.text,
          cell: ({ who, who_kind: kind }) => <WithNote text={who} note={kindNames[kind]} />,
        },
        {
          head: 'What',
          className: classes.text,
          cell: ({ sentence, site_domain: domain }) => (
            <WithNote text={sentence} note={domain === null || sentence.includes(domain) ? '' : domain} />
          ),
        },
      ]}
    />
  );
}

function WithNote({ text, note }: { text: string; note: string }) {
  return (
    <>
      <WrappingText value={text} />
      {note !== '' && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </>
  );
}
