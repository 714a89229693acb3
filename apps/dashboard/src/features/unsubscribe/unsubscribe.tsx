'use client';

import { EntryCard } from '@goal/ui/shell/entry-card.tsx';
import { Alert, Button, Text } from '@mantine/core';
import { useState } from 'react';

import { post } from '../../lib/post.ts';

type State = 'asking' | 'ending' | 'ended' | { sentence: string };

export function Unsubscribe() {
  const [state, setState] = useState<State>('asking');
  const end = async (): Promise<void> => {
    setState('ending');
    try {
      await post(window.location.pathname);
      setState('ended');
    } catch (error) {
      setState({ sentence: error instanceof Error ? error.message : '' });
    }
  };
  if (state === 'ended')
    return (
      <EntryCard title="These mails have ended">
        <Text role="status">
          You get no mail of this kind any more, of any account. You can switch them on again in the dashboard, under
          Me.
        </Text>
      </EntryCard>
    );
  return (
    <EntryCard title="End these mails?">
      <Text>You then get no mail of this kind any more, of any of your accounts. Other mails stay as they are.</Text>
      {typeof state === 'object' && (
        <Alert color="red" role="alert">
          {state.sentence}
        </Alert>
      )}
      <Button loading={state === 'ending'} onClick={() => void end()}>
        End these mails
      </Button>
    </EntryCard>
  );
}
