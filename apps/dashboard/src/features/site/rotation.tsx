import { Time } from '@goal/ui/text/time.tsx';
import { Button, Code, Text } from '@mantine/core';

import type { Rotation as State } from './rotation-of.ts';
import classes from './site.module.css';

type Props = { state: State; onRevoke: (prefix: string) => void };

/** The way from one key to the next; the old one is revoked once the new one is used. */
export function Rotation({ state: { fresh, old, isUsed }, onRevoke }: Props) {
  return (
    <ol className={classes.steps} aria-label="Rotation of the key">
      <li data-done>
        <b>The new key is made</b>: <Code>{fresh.prefix}</Code>, <Time value={fresh.created_at} as="ago" />. Put it into
        the plugin in place of the old one.
      </li>
      <li data-done={isUsed || undefined} {...(isUsed ? {} : { 'aria-current': 'step' as const })}>
        <span role="status">
          {fresh.last_used_at === null ? (
            <>
              <b>Waiting for the new key’s first use …</b> This page looks by itself.
            </>
          ) : (
            <>
              <b>The new key is in use</b>, last <Time value={fresh.last_used_at} as="ago" />.
            </>
          )}
        </span>
      </li>
      <li {...(isUsed ? { 'aria-current': 'step' as const } : {})}>
        <b>Revoke the old key</b> <Code>{old.prefix}</Code>, last used{' '}
        {old.last_used_at === null ? 'never' : <Time value={old.last_used_at} as="ago" />}.
        {isUsed ? (
          <div>
            <Button color="red" size="xs" mt="xs" onClick={() => onRevoke(old.prefix)}>
              Revoke the old key
            </Button>
          </div>
        ) : (
          <Text size="sm" c="dimmed">
            It is offered here once the new key was used. If the old key is in the wrong hands,{' '}
            <button type="button" className={classes.inline} onClick={() => onRevoke(old.prefix)}>
              revoke it now
            </button>
            : the site cannot send until it has the new one.
          </Text>
        )}
      </li>
    </ol>
  );
}
