import { Link } from '@goal/ui/page/link.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Anchor, Button, Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { signOut } from '../session/sign-out.ts';
import classes from './frame.module.css';

/**
 * Who is signed in, and the way to their own page and out. A native popover: it closes on Escape
 * and on a click outside.
 */
export function PersonMenu() {
  const { data: me } = useQuery(useTRPC().me.get.queryOptions());
  const [isBusy, setBusy] = useState(false);
  const leave = async (): Promise<void> => {
    setBusy(true);
    await signOut();
    setBusy(false);
  };
  const name = me?.name ?? me?.email ?? 'You';
  const close = (): void => document.getElementById('person')?.hidePopover();
  return (
    <>
      <UnstyledButton className={classes.person} popoverTarget="person" aria-label={`Signed in as ${name}`}>
        <bdi className={classes.personName}>{name}</bdi>
        <span aria-hidden className={classes.personSign}>
          ●
        </span>
        <span aria-hidden>▾</span>
      </UnstyledButton>
      <div id="person" popover="auto" className={classes.panel}>
        <Stack gap="xs" align="flex-start">
          <div>
            {me?.name !== undefined && me.name !== null && (
              <Text fw={600} className={classes.whole}>
                <bdi>{me.name}</bdi>
              </Text>
            )}
            <Text size="sm" c="dimmed" className={classes.whole}>
              {me?.email ?? '…'}
            </Text>
          </div>
          <Anchor component={Link} href="/me" onClick={close} underline="always" size="sm">
            Me: sign-in and sessions
          </Anchor>
          <Anchor component={Link} href="/accounts" onClick={close} underline="always" size="sm">
            Your accounts
          </Anchor>
          <Anchor component={Link} href="/licences" onClick={close} underline="always" size="sm">
            Licences
          </Anchor>
          <Button variant="default" size="xs" loading={isBusy} onClick={() => void leave()}>
            Sign out
          </Button>
        </Stack>
      </div>
    </>
  );
}
