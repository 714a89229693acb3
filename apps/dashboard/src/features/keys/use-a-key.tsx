'use client';

import { Card } from '@goal/ui/components/card.tsx';
import { CopyButton } from '@goal/ui/components/copy-button.tsx';
import { useApiAddress } from '@goal/ui/site/api-address.tsx';
import { Anchor, Stack, Text } from '@mantine/core';

import classes from '../table.module.css';
import { groupKeyLine, readLine } from './curl-lines.ts';

/** Commands that use a key. */
export function UseAKey() {
  const api = useApiAddress();
  return (
    <Card title="Use a key">
      <Stack gap="xs">
        <Text size="sm">
          The newest events, with your key in <code>$KEY</code>
          {api === undefined && (
            <>
              {' '}
              and the address of the API in <code>$API</code>
            </>
          )}
          :
        </Text>
        <Line text={readLine(api)} what="the command that reads events" />
        <Text size="sm" mt="sm">
          Your own programs make the keys of a group, with a key of the account that may read and change:
        </Text>
        <Line text={groupKeyLine(api)} what="the command that makes a key of a group" />
        {api !== undefined && (
          <Text size="sm">
            <Anchor href={`${api}/docs`} underline="always">
              The guides
            </Anchor>{' '}
            also cover JavaScript, AI tools and exports.
          </Text>
        )}
      </Stack>
    </Card>
  );
}

function Line({ text, what }: { text: string; what: string }) {
  return (
    <div>
      <pre className={classes.line}>{text}</pre>
      <CopyButton value={text} what={what} />
    </div>
  );
}
