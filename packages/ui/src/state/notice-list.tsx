import { Button, Group, Text } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';

import type { Notice } from '../lib/notify.ts';

export function NoticeList() {
  // On the right they would cover the buttons of a tall dialog.
  return <Notifications position="bottom-left" withinPortal={false} limit={5} />;
}

let count = 0;

export function showNotice({ kind, message, undo }: Notice): void {
  const id = `notice-${(count += 1)}`;
  const take = (): void => {
    notifications.hide(id);
    undo?.();
  };
  notifications.show({
    id,
    // The list is already in a live region: screen readers would announce an alert a second time.
    role: 'group',
    color: kind === 'error' ? 'red' : 'teal',
    withBorder: true,
    autoClose: kind === 'error' ? false : undo === undefined ? 6000 : 15_000,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {message}
        </Text>
        {undo !== undefined && (
          <Button variant="default" size="xs" onClick={take} style={{ flexShrink: 0 }}>
            Undo
          </Button>
        )}
      </Group>
    ),
  });
}
