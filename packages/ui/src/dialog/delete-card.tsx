import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';

import { Card } from '../page/card.tsx';

type Props = {
  /** Title of the card and label of its button: «Delete the site». */
  action: string;
  /** What goes, and what stays. */
  about: string;
  /** The dialog that asks before it is done. */
  dialog: (onClose: () => void) => ReactNode;
};

/** A card with the red button that deletes what the page is about. */
export function DeleteCard({ action, about, dialog }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={action}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" style={{ flex: '1 1 16rem' }}>
          {about}
        </Text>
        <Button variant="outline" color="red" size="xs" onClick={() => setOpen(true)}>
          {action}
        </Button>
      </Group>
      {isOpen && dialog(() => setOpen(false))}
    </Card>
  );
}
