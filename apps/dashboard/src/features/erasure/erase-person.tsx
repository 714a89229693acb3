'use client';

import { failureOf } from '@goal/ui/lib/errors.ts';
import { Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { WriteButton } from '@goal/ui/components/write-button.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { type FormEvent, useState } from 'react';

import { SiteField } from './site-field.tsx';
import { PreviewWords } from './preview-words.tsx';

const ConfirmErasure = dynamic(() => import('./confirm-erasure.tsx').then((module) => module.ConfirmErasure));

/** Whose events: a name, a site and a user id, or all three. */
export type Whose = { username: string | null; site_id: string | null; user_id: number | null };

/** Asks whose traces, says what it would do, and leads to the confirmation. */
export function ErasePerson({ isRunning }: { isRunning: boolean }) {
  const [username, setUsername] = useState('');
  const [site, setSite] = useState<string | null>(null);
  const [userId, setUserId] = useState<number | string>('');
  const [whose, setWhose] = useState<Whose>();
  const [isConfirming, setConfirming] = useState(false);
  const preview = useQuery({
    ...useTRPC().dashboard.redactions.preview.queryOptions(whose ?? { username: null, site_id: null, user_id: null }),
    enabled: whose !== undefined,
    retry: false,
  });
  const changed = (): void => setWhose(undefined);
  const look = (event: FormEvent): void => {
    event.preventDefault();
    setWhose({
      username: username === '' ? null : username,
      site_id: site,
      user_id: typeof userId === 'number' ? userId : null,
    });
  };
  return (
    <Stack>
      <Text size="sm">
        This removes the text and the user of every event that the person caused; what happened, where and when stays.
        It covers what the person did: texts of others that name them are found with the search of the log and erased
        one by one.
      </Text>
      <form onSubmit={look}>
        <Stack gap="xs">
          <TextInput
            label="User name"
            description="Exactly as events show it"
            value={username}
            onChange={(event) => {
              changed();
              setUsername(event.currentTarget.value);
            }}
            autoComplete="off"
            dir="auto"
          />
          <SiteField
            label="Site"
            everything="All sites"
            value={site}
            onChange={(id) => {
              changed();
              setSite(id);
            }}
          />
          <NumberInput
            label="User id"
            description="The number of the user on that site"
            value={userId}
            onChange={(value) => {
              changed();
              setUserId(value);
            }}
            allowDecimal={false}
            min={1}
            hideControls
          />
          <Group>
            <Button type="submit" variant="default" loading={preview.isFetching}>
              Look what it would do
            </Button>
          </Group>
        </Stack>
      </form>
      {whose !== undefined && preview.error !== null && (
        <Text size="sm" c="red" role="alert">
          {failureOf(preview.error).sentence}
        </Text>
      )}
      {whose !== undefined && preview.data !== undefined && (
        <>
          <PreviewWords preview={preview.data} />
          <Group>
            <WriteButton
              color="red"
              onClick={() => setConfirming(true)}
              blocked={
                isRunning
                  ? 'One runs already: wait until it is done.'
                  : preview.data.events === 0
                    ? 'No event matches.'
                    : undefined
              }
            >
              Erase
            </WriteButton>
          </Group>
          {isConfirming && <ConfirmErasure whose={whose} preview={preview.data} onClose={() => setConfirming(false)} />}
        </>
      )}
    </Stack>
  );
}
