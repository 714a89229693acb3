import { latePart } from '@goal/ui/state/late-part.tsx';

import { useButtonKey } from '../../../lib/shortcuts.ts';
import { Menu } from '../../filters/bar/menu.tsx';

const menu = 'log-view';
const { Part: SaveView, load } = latePart(() => import('./save-view.tsx').then((module) => module.SaveView));

/** Saves the filters and the time under a name, or changes the view that is open. */
export function ViewMenu() {
  const ref = useButtonKey('s');
  return (
    <Menu id={menu} name="Save view" title="Save view ▾" button={{ ref, size: 'xs' }} load={load}>
      {(isOpen) => <SaveView menu={menu} isOpen={isOpen} />}
    </Menu>
  );
}
