import { ActLine } from '../page/act-line.tsx';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';

import { Card } from '../page/card.tsx';

type Props = { action: string; about: string; dialog: (onClose: () => void) => ReactNode };

export function DeleteCard({ action, about, dialog }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={action}>
      <ActLine about={about}>
        <Button variant="outline" color="red" size="xs" onClick={() => setOpen(true)}>
          {action}
        </Button>
      </ActLine>
      {isOpen && dialog(() => setOpen(false))}
    </Card>
  );
}
