import { Card } from '@goal/ui/page/card.tsx';
import { CopyButton } from '@goal/ui/text/copy-button.tsx';
import { SegmentedControl } from '@goal/ui/field/segmented-control.tsx';
import { useApiAddress } from '@goal/ui/site/api-address.tsx';
import { Anchor, Stack, Text } from '@mantine/core';
import { useState } from 'react';

import classes from '../table.module.css';
import { assistantLine, groupKeyLine, readLine, readProgram } from './lines-with-key.ts';

const ways = {
  curl: { label: 'curl', text: readLine, what: 'the command that reads events', guide: 'reading' },
  javascript: { label: 'JavaScript', text: readProgram, what: 'the program that reads events', guide: 'javascript' },
  assistant: { label: 'AI tool (MCP)', text: assistantLine, what: 'the command that connects it', guide: 'mcp' },
} as const;
type Way = keyof typeof ways;
// The keys of the record are the ways.
const options = (Object.keys(ways) as Way[]).map((value) => ({ value, label: ways[value].label }));

export function UseAKey() {
  const api = useApiAddress();
  const [way, setWay] = useState<Way>('curl');
  const { text, what, guide } = ways[way];
  return (
    <Card title="Use a key">
      <Stack gap="xs">
        <div>
          <SegmentedControl label="Use it with" options={options} value={way} onChange={setWay} />
        </div>
        <Text size="sm">
          {way === 'assistant' ? 'An AI tool reads and changes nothing' : 'The newest events'}, with your key in{' '}
          <code>$KEY</code>
          {api === undefined && (
            <>
              {' '}
              and the address of the API in <code>$API</code>
            </>
          )}
          :
        </Text>
        <Line text={text(api)} what={what} />
        {api !== undefined && (
          <Text size="sm">
            <Anchor href={`${api}/docs/${guide}`} underline="always">
              {way === 'assistant' ? 'The guide has the settings of other tools' : 'The guide'}
            </Anchor>
          </Text>
        )}
        <Text size="sm" mt="sm">
          Your own programs make the keys of a group, with a key of the account that may read and change:
        </Text>
        <Line text={groupKeyLine(api)} what="the command that makes a key of a group" />
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
