import { ActLine } from '@goal/ui/page/act-line.tsx';
import { Card } from '@goal/ui/page/card.tsx';
import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';

const RotateDialog = lateDialog(() => import('./rotate-dialog.tsx').then((module) => module.RotateDialog));

/** The secret that signs a webhook: shown once, and replaced here. */
export function SigningSecret({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title="Signing secret">
      <ActLine about="Your receiver checks with it that a delivery is from here. It was shown once, when the stream was made.">
        <Button variant="default" size="xs" onClick={() => setOpen(true)}>
          New secret
        </Button>
      </ActLine>
      {isOpen && <RotateDialog id={id} onClose={() => setOpen(false)} />}
    </Card>
  );
}
