import { choicesOf } from '@goal/ui/field/choices-of.ts';
import { AskDialog } from '@goal/ui/dialog/ask-dialog.tsx';
import { countOf } from '@goal/ui/lib/numbers.ts';
import { SegmentedControl } from '@goal/ui/field/segmented-control.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';

export function ReplayDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [start, setStart] = useState<'time' | 'oldest'>('time');
  const [at, setAt] = useState('');
  // A field of the browser has the reader's own zone.
  const from = start === 'oldest' ? start : Number.isNaN(Date.parse(at)) ? at : new Date(at).toISOString();
  return (
    <AskDialog
      title="Send again"
      action="Send again"
      procedure={useTRPC().dashboard.streams.replay.mutationOptions()}
      input={{ id, from }}
      done="What arrived since then is sent again."
      told={({ events }) => `About ${countOf(events, 'event')} will be looked through and sent again.`}
      blocked={from === '' ? 'Choose a time.' : undefined}
      onClose={onClose}
    >
      <Text size="sm">
        Everything that arrived since then and fits the filter is sent once more, in its order. Receivers tell repeats
        by the id of each event.
      </Text>
      <SegmentedControl
        label="From"
        value={start}
        onChange={setStart}
        options={choicesOf({ time: 'A time', oldest: 'The oldest that is kept' })}
      />
      {start === 'time' && (
        <TextInput
          type="datetime-local"
          label="Arrived since"
          description="In your time zone"
          value={at}
          onChange={(event) => setAt(event.currentTarget.value)}
          data-autofocus
        />
      )}
    </AskDialog>
  );
}
