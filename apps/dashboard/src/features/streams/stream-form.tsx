import type { StreamView } from '@goal/contract';
import { choicesOf } from '@goal/ui/field/choices-of.ts';
import { Card } from '@goal/ui/page/card.tsx';
import { Link } from '@goal/ui/page/link.tsx';
import { SegmentedControl } from '@goal/ui/field/segmented-control.tsx';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { restoreTypedTexts } from '@goal/ui/session/typed-texts.ts';
import { latePart } from '@goal/ui/state/late-part.tsx';
import { Alert, Box, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useMemo, useState } from 'react';

import { useUtc } from '../../lib/use-switch.ts';
import { useAccount } from '../account/use-account.ts';
import { FilterBar } from '../filters/bar/filter-bar.tsx';
import type { Question } from '../filters/feed/use-feed.ts';
import { type LogState, usualState } from '../filters/query/address.ts';
import { type Filters, inputOf, narrowed, valueOf } from '../filters/query/filters.ts';
import { LogProvider } from '../filters/query/log-context.tsx';
import { momentsOf } from '../filters/query/time-range.ts';
import type { Narrow } from '../filters/query/use-log-state.ts';
import { severities } from '../filters/side/severity.tsx';
import { draftOf, fieldOfRefusal, newDraft, type SinkDraft, sinkOf } from './sink-draft.ts';
import { SinkForm } from './sink-form.tsx';
import { filtersOfStream } from './stream-filters.ts';

export type StreamInput = {
  name: string;
  sink: Record<string, unknown>;
  filters: ReturnType<typeof inputOf>;
  start: 'now' | 'oldest';
};

type Props = {
  stream?: StreamView;
  filters?: Filters;
  action: string;
  backTo: string;
  isBusy: boolean;
  error: unknown;
  onSubmit: (input: StreamInput) => void;
};

export function StreamForm({ stream, filters: given = {}, action, backTo, isBusy, error, onSubmit }: Props) {
  const { data: account } = useAccount();
  const isFree = account?.api === false;
  const [name, setName] = useState(stream?.name ?? '');
  const [filters, setFilters] = useState(stream === undefined ? given : filtersOfStream(stream.filters));
  const [chosen, setChosen] = useState<SinkDraft | undefined>(stream && draftOf(stream.sink));
  const [start, setStart] = useState<'now' | 'oldest'>('now');
  const draft = chosen ?? newDraft(isFree ? 'mail' : 'webhook');
  const refusal = error === null ? undefined : refusalOf(error, draft);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy) onSubmit({ name: name.trim(), sink: sinkOf(draft), filters: inputOf(filters), start });
  };
  return (
    <Stack>
      <FilterCard filters={filters} onChange={setFilters} />
      <form ref={restoreTypedTexts} onSubmit={submit} noValidate>
        <Stack>
          <Card title="Name and receiver">
            <Stack maw="36rem">
              <TextInput
                label="Name of the stream"
                description="What you call it, unique in the account"
                value={name}
                error={refusal?.name === 'name' ? refusal.sentence : undefined}
                onChange={(event) => setName(event.currentTarget.value)}
                autoComplete="off"
                dir="auto"
              />
              <SinkForm
                draft={draft}
                onChange={setChosen}
                group={valueOf(filters, 'group')}
                refused={refusal}
                isChange={stream !== undefined}
                isFree={isFree}
              />
              {stream === undefined && (
                <div>
                  <Text size="sm" fw={600} mb={4}>
                    Begins
                  </Text>
                  <SegmentedControl
                    label="Begins"
                    value={start}
                    onChange={setStart}
                    options={choicesOf({ now: 'Now', oldest: 'With the oldest event that is kept' })}
                  />
                </div>
              )}
            </Stack>
          </Card>
          {refusal !== undefined && refusal.name === '' && (
            <Alert color="red" role="alert">
              {refusal.sentence}
            </Alert>
          )}
          <Group gap="xs">
            <Button type="submit" loading={isBusy}>
              {action}
            </Button>
            <Button component={Link} href={backTo} variant="default">
              Cancel
            </Button>
          </Group>
        </Stack>
      </form>
    </Stack>
  );
}

const gone = 'The site or group of the filter was deleted, or the stream itself.';

/** The field that the service refused, empty for none of them, and its sentence. */
function refusalOf(error: unknown, { type }: SinkDraft): { name: string; sentence: string } {
  const { sentence, status } = failureOf(error);
  if (status === 404) return { name: '', sentence: gone };
  const message = error instanceof Error ? error.message : '';
  const name = fieldOfRefusal(type, message) ?? (/\bname\b/.test(message) ? 'name' : '');
  return { name, sentence };
}

const { Part: Folders } = latePart(() => import('../filters/side/folders.tsx').then((module) => module.Folders));

type FilterCardProps = { filters: Filters; onChange: (filters: Filters) => void };

function FilterCard({ filters, onChange }: FilterCardProps) {
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
  const state = { ...usualState, filters, faults };
  const log = {
    state,
    current: () => state,
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
