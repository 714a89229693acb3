import type { AccountKeyView } from '@goal/contract';

import { LastRefusal } from '../components/last-refusal.tsx';
import type { Column } from './data-table.tsx';

/** In a file of its own, because the keys of a site, which have no such column, load no sentences. */
export const lastRefusedColumn: Column<Pick<AccountKeyView, 'last_refused_at' | 'last_refusal'>> = {
  head: 'Last refused',
  cell: (key) => <LastRefusal refused={key} />,
};
