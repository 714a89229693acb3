import { choicesOf } from '@goal/ui/field/choices-of.ts';
import { Card } from '@goal/ui/page/card.tsx';
import { CopyButton } from '@goal/ui/text/copy-button.tsx';
import { TextLink } from '@goal/ui/page/link.tsx';
import { SegmentedControl } from '@goal/ui/field/segmented-control.tsx';
import { useUrlState } from '@goal/ui/field/use-url-state.ts';
import { useApiAddress } from '@goal/ui/site/api-address.tsx';
import { firstEvent } from '@goal/ui/site/first-event.ts';
import { Button, Code, Stack, Text } from '@mantine/core';

import { useAccount } from '../account/use-account.ts';
import { pluginFiles } from './plugin-file.ts';
import classes from '../table.module.css';

const ways = choicesOf({ wordpress: 'WordPress', curl: 'curl', javascript: 'JavaScript' });

type Props = {
  domain: string;
  /** The key, where the site was added a moment ago. */
  token: string | undefined;
  keysHref: string;
};

export function Send({ domain, token, keysHref }: Props) {
  const [params, change] = useUrlState();
  const way = ways.find(({ value }) => value === params.get('way'))?.value ?? 'wordpress';
  return (
    <Card title="Send">
      <Stack gap="sm" align="stretch">
        <div>
          <SegmentedControl
            label="Send with"
            options={ways}
            value={way}
            onChange={(value) => change({ way: value === 'wordpress' ? undefined : value }, 'replace')}
          />
        </div>
        {way === 'wordpress' ? <WordPress domain={domain} /> : <Command way={way} domain={domain} token={token} />}
        {token === undefined && (
          <Text size="sm">
            A key is shown once, when it is made. If nobody has it any more,{' '}
            <TextLink href={keysHref} inherit>
              make another one
            </TextLink>
            .
          </Text>
        )}
      </Stack>
    </Card>
  );
}

function WordPress({ domain }: { domain: string }) {
  const api = useApiAddress();
  const { data: account } = useAccount();
  const isBranded = account === undefined || account.brand !== null;
  return (
    <>
      <ol style={{ margin: 0, paddingLeft: '1.25rem' }}>
        <li>
          In WordPress, under Plugins → Add New → Upload Plugin, install this file and activate it; it needs WP Activity
          Log beside it.
          <div style={{ margin: '0.5rem 0' }}>
            {/* Not a Link: the browser saves the answer, and the page stays. */}
            <Button
              component="a"
              href={`/${isBranded ? pluginFiles.branded : pluginFiles.usual}`}
              download
              size="xs"
              variant="default"
            >
              Download {isBranded ? 'the plugin' : pluginFiles.usual}
            </Button>
          </div>
        </li>
        <li>
          In the list of plugins, choose «Settings» beside it, enter the address{' '}
          {api === undefined ? 'of the service with its path' : <Code>{api}</Code>} and the key, and compare the domain
          with <Code>{domain}</Code>.
        </li>
        <li>«Save and test» sends the first event.</li>
      </ol>
    </>
  );
}

type CommandProps = { way: 'curl' | 'javascript'; domain: string; token: string | undefined };

function Command({ way, domain, token = 'goal_live_…' }: CommandProps) {
  const api = useApiAddress();
  const text = (way === 'curl' ? firstEvent : firstEventInJavaScript)(domain, token, api);
  const isWhole = token !== 'goal_live_…';
  return (
    <div>
      <pre className={classes.line}>{text}</pre>
      <CopyButton value={text} what={way === 'curl' ? 'command' : 'program'} />
      <Text size="sm" c="dimmed" mt="xs">
        {isWhole ? 'The key is in it: it works as it is.' : 'Replace goal_live_… with a key of this site.'}
        {api === undefined && ' Replace $API with the address of the service and its path.'}
      </Text>
    </div>
  );
}

function firstEventInJavaScript(domain: string, key: string, api = '$API'): string {
  // Nothing is escaped: neither a domain nor a key can contain a quote.
  return `const answer = await fetch('${api}/events', {
  method: 'POST',
  headers: {
    Authorization: 'Bearer ${key}',
    'X-Site-Domain': '${domain}',
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({
    occurred_at: new Date().toISOString(),
    code: 1000,
    severity: 'info',
    object: 'site',
    event_type: 'connected',
    message: 'First event',
  }),
});
console.log(answer.status, await answer.text());`;
}
