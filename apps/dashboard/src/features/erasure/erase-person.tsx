import type { RedactionPreview } from '@goal/contract';
import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { SiteByDomain } from '@goal/ui/field/site-by-domain.tsx';
import { WriteButton } from '@goal/ui/write/write-button.tsx';
import { restoreTypedTexts } from '@goal/ui/session/typed-texts.ts';
import { Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';

import { PreviewWords } from './preview-words.tsx';
import { useErasureForm } from './use-erasure-form.ts';

const ConfirmErasure = lateDialog(() => import('./confirm-erasure.tsx').then((module) => module.ConfirmErasure));

function blockOf({ events, held, more }: RedactionPreview, isRunning: boolean): string | undefined {
  if (isRunning) return 'One runs already: wait until it is done.';
  if (events === 0) return 'No event matches.';
  return events === held && !more ? 'All of them are on legal hold.' : undefined;
}

export function ErasePerson({ isRunning }: { isRunning: boolean }) {
  const form = useErasureForm();
  const { seen } = form;
  const [isConfirming, setConfirming] = useState(false);
  return (
    <Stack maw="46rem">
      <Text size="sm">
        This removes the text and the user of every event that the person caused; what happened, where and when stays.
        It covers what the person did: texts of others that name them are found with the search of the log and erased
        one by one.
      </Text>
      <form
        ref={restoreTypedTexts}
        onSubmit={(event) => {
          event.preventDefault();
          void form.look();
        }}
      >
        <Stack gap="xs">
          <TextInput
            label="User name"
            description="Exactly as events show it"
            value={form.username}
            onChange={(event) => form.setUsername(event.currentTarget.value)}
            autoComplete="off"
            dir="auto"
          />
          <SiteByDomain label="Site" everything="all sites" field={form.site} />
          <NumberInput
            label="User id"
            description="The number of the user on that site"
            value={form.userId}
            onChange={form.setUserId}
            allowDecimal={false}
            min={1}
            hideControls
          />
          <Group>
            <Button type="submit" variant="default" loading={form.isLooking}>
              Look what it would do
            </Button>
          </Group>
        </Stack>
      </form>
      {form.refusal !== undefined && (
        <Text size="sm" c="red" role="alert">
          {form.refusal}
        </Text>
      )}
      {seen !== undefined && (
        <>
          <PreviewWords preview={seen.preview} />
          <Group>
            <WriteButton color="red" onClick={() => setConfirming(true)} blocked={blockOf(seen.preview, isRunning)}>
              Erase
            </WriteButton>
          </Group>
          {isConfirming && (
            <ConfirmErasure
              {...seen}
              domain={form.site.domain.trim()}
              onBegun={() => form.clear()}
              onClose={() => setConfirming(false)}
            />
          )}
        </>
      )}
    </Stack>
  );
}
