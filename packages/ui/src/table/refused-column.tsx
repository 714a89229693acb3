import type { AccountKeyView } from '@goal/contract';

import { latePart } from '../state/late-part.tsx';
import { Time } from '../text/time.tsx';
import type { Column } from './data-table.tsx';

/** When a key was last refused. A file of its own, because site keys have no such column. */
export const lastRefusedColumn: Column<Pick<AccountKeyView, 'last_refused_at' | 'last_refusal'>> = {
  head: 'Last refused',
  cell: (key) => <LastRefusal refused={key} />,
};

// The sentences are many, and few keys were refused: they load when a key was. Without its meaning
// the sentence stands alone.
const { Part: RefusalMeaning } = latePart(
  () => import('../text/refusal-meaning.tsx').then((module) => module.RefusalMeaning),
  { frame: () => null },
);

type Props = { refused: Pick<AccountKeyView, 'last_refused_at' | 'last_refusal'> };

function LastRefusal({ refused: { last_refused_at: at, last_refusal: sentence } }: Props) {
  if (at === undefined || sentence === undefined) return 'never';
  return (
    <>
      <Time value={at} as="ago" /> with «{sentence}»
      <RefusalMeaning sentence={sentence} />
    </>
  );
}
