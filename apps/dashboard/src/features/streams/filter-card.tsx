import { Card } from '@goal/ui/page/card.tsx';
import { latePart } from '@goal/ui/state/late-part.tsx';
import { Box, Text } from '@mantine/core';
import { useMemo, useState } from 'react';

import { useUtc } from '../../lib/use-switch.ts';
import { type LogState, usualState } from '../filters/query/address.ts';
import { FilterBar } from '../filters/bar/filter-bar.tsx';
import { type Filters, narrowed } from '../filters/query/filters.ts';
import { LogProvider } from '../filters/query/log-context.tsx';
import { severities } from '../filters/side/severity.tsx';
import { momentsOf } from '../filters/query/time-range.ts';
import type { Narrow } from '../filters/query/use-log-state.ts';
import type { Question } from '../filters/feed/use-feed.ts';

const { Part: Folders } = latePart(() => import('../filters/side/folders.tsx').then((module) => module.Folders));

type Props = { filters: Filters; onChange: (filters: Filters) => void };

/** Which events a stream sends, chosen by the controls of the log. */
export function FilterCard({ filters, onChange }: Props) {
  const [isUtc] = useUtc();
  const [isOpen, setOpen] = useState(false);
  const [faults, setFaults] = useState(usualState.faults);
  const [askedAt] = useState(() => Date.now());
  const question = useMemo(
    (): Question => ({ filters, moments: momentsOf(usualState.time, askedAt), askedAt }),
    [filters, askedAt],
  );
  const change = (changes: Partial<LogState>): void => {
    if (changes.faults !== undefined) setFaults(changes.faults);
    if (changes.filters !== undefined) onChange(changes.filters);
  };
  const log = {
    state: { ...usualState, filters, faults },
    change,
    narrow: ((...of) => onChange(narrowed(filters, ...of))) satisfies Narrow,
    isUtc,
    askedAt,
  };
  return (
    <Card title="Which events">
      <Text size="sm" mb="sm">
        As in the log. Without a filter it sends everything.
      </Text>
      <LogProvider value={log}>
        <div className={severities}>
          <FilterBar question={question} isReady hasTime={false} />
        </div>
        <Box component="details" mt="sm" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>
            <Text span size="sm">
              Of one group or site
            </Text>
          </summary>
          {isOpen && <Folders />}
        </Box>
      </LogProvider>
    </Card>
  );
}
