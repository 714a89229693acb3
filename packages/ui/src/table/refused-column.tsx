import type { AccountKeyView } from '@goal/contract';

import { LastRefusal } from '../state/last-refusal.tsx';
import type { Column } from './data-table.tsx';

/** When a key was last refused. A file of its own, because site keys have no such column. */
export const lastRefusedColumn: Column<Pick<AccountKeyView, 'last_refused_at' | 'last_refusal'>> = {
  head: 'Last refused',
  cell: (key) => <LastRefusal refused={key} />,
};
