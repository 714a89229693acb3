import { Unloaded } from '@goal/ui/state/unloaded.tsx';
import type { SessionView } from '@goal/contract';
import { Card } from '@goal/ui/page/card.tsx';
import { Fault } from '@goal/ui/state/fault.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { countOf } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Badge, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { failureOf } from '@goal/ui/lib/errors.ts';
import { describeAgent } from '../../lib/describe-agent.ts';
import classes from '../table.module.css';

const ways: Readonly<Record<SessionView['how'], string>> = {
  password: 'by password',
  passkey: 'by passkey',
  code: 'by a code',
  sso: 'by single sign-on',
  invitation: 'by invitation',
  reset: 'by a link for a new way in',
};

export function Sessions() {
  const trpc = useTRPC();
  const list = useQuery(trpc.me.sessions.list.queryOptions());
  const sessions = list.data?.sessions;
  const endOthers = useVerifiedMutation(trpc.me.sessions.endOthers.mutationOptions(), {
    done: 'Your other sessions have ended.',
    told: ({ ended }) => `${countOf(ended, 'session')} ended.`,
  });
  return (
    <Card title="Sessions">
      {sessions === undefined ? (
        <Unloaded query={list} height="6rem" />
      ) : (
        sessions.map((session) => <Session key={session.prefix} session={session} />)
      )}
      {sessions !== undefined && sessions.length > 1 && (
        <Button variant="default" size="xs" mt="sm" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
          End all others
        </Button>
      )}
      {endOthers.error !== null && <Fault>{failureOf(endOthers.error).sentence}</Fault>}
    </Card>
  );
}

function Session({ session }: { session: SessionView }) {
  const { prefix, how, user_agent: agent, created_at, last_used_at, current } = session;
  const device = describeAgent(agent ?? '') ?? (agent === null || agent === '' ? 'An unknown program' : agent);
  const end = useVerifiedMutation(useTRPC().me.sessions.end.mutationOptions(), { done: 'The session has ended.' });
  return (
    <div className={classes.row}>
      <div>
        <Text size="sm" fw={500} component="div" title={agent ?? undefined}>
          {device}{' '}
          {current && (
            <Badge variant="light" size="sm" tt="none">
              this one
            </Badge>
          )}
        </Text>
        <Text size="sm" c="dimmed">
          Signed in {ways[how]} <Time value={created_at} />
          {last_used_at !== null && (
            <>
              {' · last used '}
              <Time value={last_used_at} as="ago" />
            </>
          )}
        </Text>
        {end.error !== null && <Fault>{failureOf(end.error).sentence}</Fault>}
      </div>
      {!current && (
        <Button
          variant="outline"
          color="red"
          size="xs"
          loading={end.isPending}
          aria-label={`End the session ${prefix}: ${device}`}
          onClick={() => end.mutate({ prefix })}
        >
          End
        </Button>
      )}
    </div>
  );
}
