'use client';

import dynamic from 'next/dynamic';

import { useButtonKey } from '../../lib/shortcuts.ts';
import { Menu } from './menu.tsx';

const menu = 'log-view';
const load = () => import('./save-view.tsx').then((module) => module.SaveView);
const SaveView = dynamic(load);

/** Saves the filters and the time under a name, or changes the view that is open. */
export function ViewMenu() {
  const ref = useButtonKey('s');
  return (
    <Menu id={menu} name="Save view" title="Save view ▾" button={{ ref, size: 'xs' }} load={load}>
      {(isOpen) => <SaveView menu={menu} isOpen={isOpen} />}
    </Menu>
  );
}
