import { Text } from '@mantine/core';

import type { Column } from './data-table.tsx';
import { RowButton } from './row-button.tsx';
import { Time } from '../text/time.tsx';

// What tables of keys and tokens have in common.

export const madeColumn = (head: string): Column<{ created_at: string }> => ({
  head,
  cell: ({ created_at: at }) => <Time value={at} as="day" />,
});

export const lastUsedColumn: Column<{ last_used_at: string | null }> = {
  head: 'Last used',
  cell: ({ last_used_at: at }) => (at === null ? 'never' : <Time value={at} as="ago" />),
};

type RevokeProps = {
  known: { prefix: string; revoked_at: string | null };
  /** Whether it is revoked elsewhere on the page. */
  isOld?: boolean;
  onRevoke: (prefix: string) => void;
};

export function RevokeInRow({ known: { prefix, revoked_at: at }, isOld = false, onRevoke }: RevokeProps) {
  if (at === null && !isOld)
    return (
      <RowButton label={`Revoke the key ${prefix}`} isRed onClick={() => onRevoke(prefix)}>
        Revoke
      </RowButton>
    );
  return (
    <Text size="sm" c="dimmed" component="span">
      {at === null ? (
        'the old one'
      ) : (
        <>
          revoked <Time value={at} as="day" />
        </>
      )}
    </Text>
  );
}
