import { version } from '@goal/contract';
import { Link } from '@goal/ui/page/link.tsx';
import { useApiAddress } from '@goal/ui/site/api-address.tsx';
import { Anchor, Badge, Button, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';

import { signOut } from '../session/sign-out.ts';
import { useWhoAmI } from '../session/who-am-i.tsx';
import { KeysHelp } from './keys-help.tsx';
import classes from './shell.module.css';

/**
 * Who is signed in, with which scope, and the button to sign out. A native popover: it closes on
 * Escape and on a click outside.
 */
export function WhoMenu() {
  const { name, prefix, scope, canWrite } = useWhoAmI();
  const [busy, setBusy] = useState(false);
  const leave = async (): Promise<void> => {
    setBusy(true);
    await signOut();
    setBusy(false);
  };
  return (
    <>
      <UnstyledButton
        className={classes.who}
        popoverTarget="who"
        aria-label={`Signed in as ${name}${canWrite ? '' : ', read only'}`}
      >
        <span className={classes.whoName}>{name}</span>
        {!canWrite && (
          <Badge size="sm" variant="light" color="yellow" tt="none" className={classes.whoScope}>
            <span className={classes.whoScopeWide}>read only</span>
            <span className={classes.whoScopeNarrow} aria-hidden>
              read
            </span>
          </Badge>
        )}
        <span aria-hidden>▾</span>
      </UnstyledButton>
      <div id="who" popover="auto" className={classes.whoPanel}>
        <Text fw={600} className={classes.whoFull}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          Token goal_admin_{prefix}_…
          <br />
          {canWrite ? 'may view and change everything' : 'may view, but not change anything'} ({scope})
        </Text>
        <Anchor component={Link} href="/tokens" size="sm" underline="always" onClick={closeMenu}>
          Admin tokens
        </Anchor>
        <About />
        <KeysHelp onOpen={closeMenu} />
        <Button variant="default" size="xs" mt="sm" display="block" loading={busy} onClick={() => void leave()}>
          Sign out
        </Button>
      </div>
    </>
  );
}

/** The version, and where the service documents itself. */
function About() {
  const api = useApiAddress();
  return (
    <Text size="sm" mt="xs">
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

/** A link in the menu leads to another page; the menu would stay open above it. */
const closeMenu = (): void => document.getElementById('who')?.hidePopover();
