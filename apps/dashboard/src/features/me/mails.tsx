import type { mutableMails } from '@goal/contract';
import { Card } from '@goal/ui/page/card.tsx';
import { Fault } from '@goal/ui/state/fault.tsx';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Stack, Text } from '@mantine/core';

import classes from './me.module.css';
import { boxesSay } from './boxes-say.ts';

type Kind = (typeof mutableMails)[number];

/** Written out here: importing the values would bring the shapes of the wire into the page. */
const labels: Readonly<Record<Kind, string>> = {
  account_key: 'Somebody made a key of an account that I own',
  administrator: 'An account that I own has a new owner or admin',
  second_factor_off: 'My second factor was turned off',
  recovery_code: 'One of my recovery codes was used',
  alert: 'An alert that is mailed to me finds something',
};

// The keys of the record are the kinds.
const kinds = Object.keys(labels) as Kind[];

/** Which news a person gets by mail (rulings §10.28). */
export function Mails({ muted }: { muted: readonly string[] }) {
  const set = useVerifiedMutation(useTRPC().me.mails.set.mutationOptions(), boxesSay);
  const shown = set.variables !== undefined && set.isPending ? set.variables.muted_mails : muted;
  const toggle = (kind: Kind): void => {
    const others = kinds.filter((one) => one !== kind && shown.includes(one));
    set.mutate({ muted_mails: shown.includes(kind) ? others : [...others, kind] });
  };
  return (
    <Card title="Mails">
      <Stack gap="xs">
        <Text size="sm">Send me a mail when:</Text>
        {kinds.map((kind) => (
          <label key={kind} className={classes.check}>
            <input type="checkbox" checked={!shown.includes(kind)} onChange={() => toggle(kind)} />
            <Text size="sm" component="span">
              {labels[kind]}
            </Text>
          </label>
        ))}
        {set.error !== null && <Fault>{failureOf(set.error).sentence}</Fault>}
      </Stack>
    </Card>
  );
}
