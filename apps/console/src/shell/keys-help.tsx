import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';

import { useSingleKey } from '../lib/single-keys.ts';

const KeysDialog = lateDialog(() => import('./keys-dialog.tsx').then((module) => module.KeysDialog));

/** A button that lists the keys, and the key `?` that does the same. */
export function KeysHelp({ onOpen }: { onOpen: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const open = (): void => {
    onOpen();
    setOpen(true);
  };
  useSingleKey('?', open);
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        Keys (?)
      </Button>
      {isOpen && <KeysDialog onClose={() => setOpen(false)} />}
    </>
  );
}
