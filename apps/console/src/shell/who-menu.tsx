import { version } from '@goal/contract';
import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { TextLink } from '@goal/ui/page/link.tsx';
import { HeaderMenu, hideMenu, SignOutButton } from '@goal/ui/shell/header-menu.tsx';
import { useApiAddress } from '@goal/ui/site/api-address.tsx';
import { Anchor, Badge, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';

import { useSingleKey } from '../lib/single-keys.ts';
import { signOut } from '../session/sign-out.ts';
import { useWhoAmI } from '../session/who-am-i.tsx';
import classes from './shell.module.css';

export function WhoMenu() {
  const { name, prefix, scope, canWrite } = useWhoAmI();
  const close = (): void => hideMenu('who');
  return (
    <HeaderMenu
      id="who"
      label={`Signed in as ${name}${canWrite ? '' : ', read only'}`}
      name={name}
      badge={
        !canWrite && (
          <Badge size="sm" variant="light" color="yellow" tt="none" className={classes.whoScope}>
            <span className={classes.whoScopeWide}>read only</span>
            <span className={classes.whoScopeNarrow} aria-hidden>
              read
            </span>
          </Badge>
        )
      }
    >
      <Stack gap="xs" align="flex-start">
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          Token goal_admin_{prefix}_…
          <br />
          {canWrite ? 'may view and change everything' : 'may view, but not change anything'} ({scope})
        </Text>
        <TextLink href="/tokens" size="sm" onClick={close}>
          Admin tokens
        </TextLink>
        <About />
        <KeysHelp onOpen={close} />
        <SignOutButton signOut={signOut} />
      </Stack>
    </HeaderMenu>
  );
}

function About() {
  const api = useApiAddress();
  return (
    <Text size="sm">
      Goal {version}
      {api !== undefined && (
        <>
          {' · '}
          <Anchor href={`${api}/docs`} size="sm" underline="always">
            Documentation
          </Anchor>
          {' · '}
          <Anchor href={`${api}/docs/changelog`} size="sm" underline="always">
            Changelog
          </Anchor>
        </>
      )}
    </Text>
  );
}

const KeysDialog = lateDialog(() => import('./keys-dialog.tsx').then((module) => module.KeysDialog));

function KeysHelp({ onOpen }: { onOpen: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const open = (): void => {
    onOpen();
    setOpen(true);
  };
  useSingleKey('?', open);
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        Keys (?)
      </Button>
      {isOpen && <KeysDialog onClose={() => setOpen(false)} />}
    </>
  );
}
