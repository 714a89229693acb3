import { TableRegion } from '@goal/ui/table/table-region.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { Text } from '@mantine/core';

import type { Outcome } from './run-rows.ts';
import classes from './several.module.css';

export type SeveralRow = { id: string; name: string };

/** What an act will do to a row, and what else it does. */
export type Effect = { kind: 'change' | 'loss' | 'nothing' | 'failed'; sentence: string; more?: readonly string[] };

/** Rows that would not change, or of which nothing is known, are left out. */
export const isActedOn = (effect: Effect | undefined): boolean => effect?.kind === 'change' || effect?.kind === 'loss';

type Props = {
  label: string;
  rows: readonly SeveralRow[];
  effects: ReadonlyMap<string, Effect>;
  outcomes: ReadonlyMap<string, Outcome>;
};

export function SeveralRows({ label, rows, effects, outcomes }: Props) {
  return (
    <TableRegion label={label} className={classes.region}>
      <ul className={classes.rows}>
        {rows.map(({ id, name }) => (
          <li key={id} className={classes.row}>
            <Text span size="sm" fw={600} className={classes.name}>
              <bdi>{name}</bdi>
            </Text>
            <Line effect={effects.get(id)} outcome={outcomes.get(id)} name={name} />
          </li>
        ))}
      </ul>
    </TableRegion>
  );
}

const signs = { running: '…', done: '✓', refused: '✕', unknown: '?' } as const;
const words = { running: 'being done', done: 'done', refused: 'refused', unknown: 'not known' } as const;

function Line({ effect, outcome, name }: { effect: Effect | undefined; outcome: Outcome | undefined; name: string }) {
  if (outcome !== undefined)
    return (
      <Text span size="sm" className={classes.what} data-state={outcome.state}>
        <span role="img" aria-label={words[outcome.state]}>
          {signs[outcome.state]}
        </span>{' '}
        {outcome.state === 'running' ? 'being done' : outcome.sentence}
      </Text>
    );
  if (effect === undefined)
    return (
      <Text span size="sm" c="dimmed">
        Loading …
      </Text>
    );
  return (
    <Text span size="sm" className={classes.what} data-state={effect.kind}>
      {effect.sentence}{' '}
      {effect.more !== undefined && effect.more.length > 0 && (
        <details>
          <summary aria-label={`More about ${bidiIsolate(name)}`}>more</summary>
          <ul>
            {effect.more.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </details>
      )}
    </Text>
  );
}
