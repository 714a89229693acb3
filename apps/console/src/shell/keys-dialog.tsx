import { FactList } from '@goal/ui/page/fact-list.tsx';
import { useFocusBack } from '@goal/ui/dialog/use-focus-back.ts';
import { Modal, Text } from '@mantine/core';
import { useState } from 'react';

import { areSingleKeysOn, setSingleKeys } from '../lib/single-keys.ts';

const keys = [
  ['Ctrl K, ⌘K', 'jump to an account, site, key, page or action'],
  ['/', 'search, on Accounts'],
  ['↓ ↑', 'from the search into the rows, and through them'],
  ['Enter', 'open the row, or the only account found'],
  ['Esc', 'empty the search; close a dialog or menu'],
  ['?', 'this list'],
] as const;

export function KeysDialog({ onClose }: { onClose: () => void }) {
  useFocusBack();
  const [isOn, setOn] = useState(areSingleKeysOn);
  const change = (on: boolean): void => {
    setSingleKeys(on);
    setOn(on);
  };
  return (
    <Modal opened onClose={onClose} title="Keys">
      <FactList facts={keys} />
      <label>
        <input type="checkbox" checked={isOn} onChange={(event) => change(event.currentTarget.checked)} /> Use keys that
        are one character alone: / and ?
      </label>
      <Text size="sm" c="dimmed" mt="xs">
        This browser keeps the choice.
      </Text>
    </Modal>
  );
}
