'use client';

import { Button, Kbd } from '@mantine/core';
import { useState } from 'react';

import classes from './filter-bar.module.css';
import { areKeysOn, setKeys } from './keys-switch.ts';

/** The id of the button, for the key that opens the list. */
export const helpButtonId = 'log-keys-button';

const keys: readonly (readonly [string[], string])[] = [
  [['/'], 'search'],
  [['j', 'k'], 'next and previous event; in the list also ↓ and ↑'],
  [['Enter'], 'open the event'],
  [['Esc'], 'close it'],
  [['f'], 'add a filter'],
  [['t'], 'time'],
  [['l'], 'live'],
  [['e'], 'export'],
  [['s'], 'save the view'],
  [['[', ']'], 'earlier and later'],
  [['c'], 'copy the link'],
  [['g'], 'go: then l log, s sites, g groups, u usage, k keys, m members, r record'],
  [['?'], 'this list'],
];

/** The list of keys, and the switch for those of one letter. */
export function KeysHelp() {
  const [areOn, setOn] = useState(true);
  return (
    <div className={classes.menuOf}>
      <Button id={helpButtonId} variant="default" size="xs" popoverTarget="log-keys" aria-label="Keys">
        ?
      </Button>
      <div
        id="log-keys"
        popover="auto"
        className={classes.menu}
        role="dialog"
        aria-label="Keys"
        onBeforeToggle={() => setOn(areKeysOn())}
      >
        <dl className={classes.keys}>
          {keys.map(([names, what]) => (
            <div key={what}>
              <dt>
                {names.map((name) => (
                  <Kbd key={name}>{name}</Kbd>
                ))}
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <label className={classes.note}>
          <input
            type="checkbox"
            checked={areOn}
            onChange={(event) => {
              setKeys(event.currentTarget.checked);
              setOn(event.currentTarget.checked);
            }}
          />{' '}
          Keys of one letter
        </label>
      </div>
    </div>
  );
}
