import type { MemberLog } from '@goal/contract';
import { FactList } from '@goal/ui/page/fact-list.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';

import classes from './integrity.module.css';

/** Where the key is, and what that means for who could sign. */
const keepers = {
  environment: 'The provider keeps it outside the database: a copy of the database signs nothing.',
  database: 'It is in the database of the service: whoever holds the database can sign.',
} as const satisfies Record<MemberLog['key_kept'], string>;

/** What the log says of itself. */
export function LogFacts({ log }: { log: MemberLog }) {
  const { previous, earlier_events: earlier, behind_seconds: behind } = log;
  return (
    <FactList
      facts={[
        [
          'Sealed up to',
          <span key="sealed">
            <Time value={log.sealed_at} focusable />
            {behind === 0 ? ', nothing waits' : `, the oldest event waits for ${countOf(behind, 'second', 'seconds')}`}
          </span>,
        ],
        ['Leaves', formatNumber(log.size)],
        [
          'Begun',
          <span key="begun">
            <Time value={log.began_at} focusable />
            {earlier > 0 && `; ${countOf(earlier, 'event is', 'events are')} older, and not in it`}
          </span>,
        ],
        ['Key', keepers[log.key_kept]],
        [
          'Signed by',
          <span key="keys" className={classes.mono}>
            {log.vkeys.map(({ vkey }) => (
              <span key={vkey} className={classes.line}>
                {vkey}
              </span>
            ))}
          </span>,
        ],
        ...(previous === null
          ? []
          : [
              [
                'Goes on from',
                <span key="previous">
                  <span className={classes.mono}>{previous.origin}</span>, which ended at{' '}
                  {countOf(previous.size, 'leaf', 'leaves')}, as after a restore
                </span>,
              ] as const,
            ]),
        ['Witnesses', log.witnesses.length === 0 ? 'none' : log.witnesses.join(', ')],
      ]}
    />
  );
}
