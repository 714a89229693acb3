import { Kbd } from '@mantine/core';
import { usePathname } from 'next/navigation';

import type { AccountPlace } from '../features/account/places.ts';
import { useKeysSwitch } from '../lib/use-switch.ts';
import classes from './keys-help.module.css';

const keysOfLog: readonly (readonly [string[], string])[] = [
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
];

export function KeysList({ places }: { places: readonly AccountPlace[] }) {
  const [areOn, setOn] = useKeysSwitch();
  const isLog = usePathname().endsWith('/log');
  const reached = places.filter(({ letter }) => letter !== undefined);
  return (
    <>
      <dl className={classes.keys}>
        {isLog && keysOfLog.map(([names, what]) => <Key key={what} names={names} what={what} />)}
        <Key names={['⌘K']} what="jump to a page, a site or a group; also Ctrl K" />
        {reached.map(({ letter = '', label }) => (
          <Key key={label} names={['g', letter]} what={label} />
        ))}
        <Key names={['?']} what="this list" />
      </dl>
      <label className={classes.switch}>
        <input type="checkbox" checked={areOn} onChange={(event) => setOn(event.currentTarget.checked)} /> Keys of one
        letter
      </label>
    </>
  );
}

const Key = ({ names, what }: { names: readonly string[]; what: string }) => (
  <div>
    <dt>
      {names.map((name) => (
        <Kbd key={name}>{name}</Kbd>
      ))}
    </dt>
    <dd>{what}</dd>
  </div>
);
