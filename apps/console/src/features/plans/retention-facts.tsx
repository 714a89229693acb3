import { Unloaded } from '@goal/ui/state/unloaded.tsx';
import { FactList } from '@goal/ui/page/fact-list.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { countOf } from '@goal/ui/lib/numbers.ts';

import { overdueSentence } from '../retention/sentences.ts';
import { useRetention } from '../retention/use-retention.ts';
import { daysOf } from './sentences.ts';

/** What retention did last and what it will do next. */
export function RetentionFacts() {
  const { data, error, refetch } = useRetention();
  if (data === undefined) return <Unloaded query={{ error, refetch }} height="7rem" />;
  const { last_pass_at: last, last_deleted: deleted, overdue, held, grace_days: grace } = data;
  return (
    <FactList
      facts={[
        ['Last pass', last === null ? 'none yet' : <Time key="last" value={last} focusable />],
        [
          'Deleted',
          deleted === null ? 'no pass has finished yet' : `${countOf(deleted, 'event')}, by the last complete pass`,
        ],
        ['Overdue', overdueSentence(overdue)],
        [
          'Next pass',
          held === null ? 'within ten minutes of the end of the last one' : 'held back until it is confirmed',
        ],
        [
          'Grace',
          grace === 0
            ? 'none: a shorter retention is applied at once'
            : `${daysOf(grace)} before a shorter retention is applied`,
        ],
      ]}
    />
  );
}
