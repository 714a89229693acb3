'use client';

import type { MemberGroup } from '@goal/contract';
import { Card } from '@goal/ui/components/card.tsx';
import { lateDialog } from '@goal/ui/components/late-dialog.tsx';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';

const DeleteGroupDialog = lateDialog(() =>
  import('./delete-group-dialog.tsx').then((module) => module.DeleteGroupDialog),
);

type Props = { group: MemberGroup; accountId: string };

/** Deletes the group. Its sites stay; its keys and memberships do not. */
export function DeleteGroup({ group, accountId }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title="Delete the group">
      <Group justify="space-between" gap="xs">
        <Text size="sm" style={{ flex: '1 1 16rem' }}>
          Its sites stay, with their events, in no group.
        </Text>
        <Button variant="outline" color="red" size="xs" onClick={() => setOpen(true)}>
          Delete the group
        </Button>
      </Group>
      {isOpen && <DeleteGroupDialog group={group} accountId={accountId} onClose={() => setOpen(false)} />}
    </Card>
  );
}
