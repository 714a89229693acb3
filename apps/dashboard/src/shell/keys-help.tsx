import { latePart } from '@goal/ui/state/late-part.tsx';
import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';

import type { AccountPlace } from '../features/account/places.ts';
import { useButtonKey } from '../lib/shortcuts.ts';
import classes from './keys-help.module.css';

const { Part: KeysList } = latePart(() => import('./keys-list.tsx').then((module) => module.KeysList));

export function KeysHelp({ places }: { places: readonly AccountPlace[] }) {
  const [wasOpened, setOpened] = useState(false);
  const button = useButtonKey('?');
  return (
    <div className={classes.keysOf}>
      <UnstyledButton ref={button} className={classes.button} popoverTarget="keys-help" aria-label="Keys" title="Keys">
        ?
      </UnstyledButton>
      <div
        id="keys-help"
        popover="auto"
        className={classes.panel}
        role="dialog"
        aria-label="Keys"
        tabIndex={-1}
        onBeforeToggle={() => setOpened(true)}
      >
        {wasOpened && <KeysList places={places} />}
      </div>
    </div>
  );
}
