import { latePart } from '@goal/ui/state/late-part.tsx';

import { useButtonKey } from '../../../lib/shortcuts.ts';
import { Menu } from './menu.tsx';
import type { Question } from '../feed/use-feed.ts';

const menu = 'log-filter';
const { Part: FilterForm, load } = latePart(() => import('./filter-form.tsx').then((module) => module.FilterForm));

/** Adds a filter by its name and a typed value, or by one of its most frequent values. */
export function AddFilter(counting: { question: Question; isReady: boolean }) {
  const ref = useButtonKey('f');
  return (
    <Menu id={menu} name="Add a filter" title="+ Filter" button={{ ref, size: 'sm' }} load={load}>
      {(isOpen) => <FilterForm menu={menu} isOpen={isOpen} {...counting} />}
    </Menu>
  );
}
