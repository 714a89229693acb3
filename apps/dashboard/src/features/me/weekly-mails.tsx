import type { PersonView, WeeklyMail } from '@goal/contract';
import { Card } from '@goal/ui/page/card.tsx';
import { Fault } from '@goal/ui/state/fault.tsx';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { NativeSelect, Stack, Text } from '@mantine/core';

import { nameOfAccount } from '../account/name-of-account.ts';
import styles from './me.module.css';
import classes from './weekly-mails.module.css';
import { boxesSay } from './boxes-say.ts';

type Membership = PersonView['memberships'][number];

/** Which accounts send the person a summary on Mondays, and where it is Monday (rulings §10.40). */
export function WeeklyMails({ me }: { me: PersonView }) {
  const set = useVerifiedMutation(
    useTRPC().me.mails.setWeekly.mutationOptions({
      // One after the other: each change holds the whole state.
      scope: { id: 'weekly mails' },
    }),
    boxesSay,
  );
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const wanted = set.isPending ? set.variables : undefined;
  const zone = wanted?.tz ?? me.time_zone ?? here;
  const mailOf = ({ account_id: id, weekly_mail: mail }: Membership): WeeklyMail =>
    wanted === undefined ? mail : (wanted.accounts.find((one) => one.account_id === id)?.mail ?? 'off');
  const save = (tz: string, changed?: { id: string; mail: WeeklyMail }): void => {
    const accounts = me.memberships.flatMap((one) => {
      const mail = changed?.id === one.account_id ? changed.mail : mailOf(one);
      return mail === 'off' ? [] : [{ account_id: one.account_id, mail }];
    });
    set.mutate({ tz, accounts });
  };
  const isProven = me.email_proven_at !== null;
  return (
    <Card title="Weekly summary">
      <Stack gap="xs">
        <Text size="sm">
          Every Monday at 07:00: how many events there were, the most frequent codes, and the sites that are silent. Of
          a group that you are a member of, it tells of that group alone.
        </Text>
        {!isProven && <Text size="sm">Prove your e-mail first: sign in once with a code by mail.</Text>}
        {me.memberships.map((one) => (
          <AccountMail
            key={one.account_id}
            name={nameOfAccount({ name: one.account_name, email: one.account_email })}
            mail={mailOf(one)}
            isDisabled={!isProven}
            onChange={(mail) => save(zone, { id: one.account_id, mail })}
          />
        ))}
        <NativeSelect
          label="Time zone"
          size="sm"
          maw="20rem"
          value={zone}
          disabled={!isProven}
          data={[...new Set([zone, here, 'UTC', ...Intl.supportedValuesOf('timeZone')])]}
          onChange={(event) => save(event.currentTarget.value)}
        />
        {set.error !== null && <Fault>{failureOf(set.error).sentence}</Fault>}
      </Stack>
    </Card>
  );
}

type AccountMailProps = { name: string; mail: WeeklyMail; isDisabled: boolean; onChange: (mail: WeeklyMail) => void };

function AccountMail({ name, mail, isDisabled, onChange }: AccountMailProps) {
  return (
    <fieldset className={classes.account} disabled={isDisabled}>
      <legend className={classes.legend}>
        <bdi>{name}</bdi>
      </legend>
      <label className={styles.check}>
        <input type="checkbox" checked={mail !== 'off'} onChange={() => onChange(mail === 'off' ? 'counts' : 'off')} />
        <Text size="sm" component="span">
          Send me the weekly summary
        </Text>
      </label>
      {mail !== 'off' && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={mail === 'texts'}
            onChange={() => onChange(mail === 'texts' ? 'counts' : 'texts')}
          />
          <Text size="sm" component="span">
            With the texts of the newest critical and high events
          </Text>
        </label>
      )}
    </fieldset>
  );
}
