import type { InspectedSite, SiteKeyView } from '@goal/contract';
import { Code, Text } from '@mantine/core';

import { useApiAddress } from '../../session/api-address.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { formatUtcDay, Time } from '../../ui/time.tsx';
import { firstEvent } from '../account/first-event.ts';
import { Card } from './card.tsx';
import { diagnose, isRefusedLast, pastCause } from './diagnosis.ts';
import { explainRefusal } from './refusals.ts';
import classes from './site.module.css';

type Props = { site: InspectedSite; keys: readonly SiteKeyView[] | undefined };

/** «Why does nothing arrive?»: the reason in plain words, what to do, and the times it was read from. */
export function Arrival({ site, keys }: Props) {
  const { state, title, meaning, remedy } = diagnose(site, keys);
  const isNew = site.last_accepted_at === null && site.last_refused_at === null;
  return (
    <Card title="Why does nothing arrive?">
      <div className={classes.diagnosis} data-state={state}>
        <Text fw={600}>
          <span aria-hidden>{signs[state]} </span>
          {title}
        </Text>
        <Text size="sm">{meaning}</Text>
        <Text size="sm">{remedy}</Text>
        {isNew && site.status === 'active' && <FirstEvent domain={site.domain} />}
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>Last accepted</dt>
          <dd>{site.last_accepted_at === null ? 'never' : <Moment value={site.last_accepted_at} />}</dd>
        </div>
        <div>
          <dt>Last refused</dt>
          <dd>
            <LastRefusal site={site} keys={keys} />
          </dd>
        </div>
        <div>
          <dt>Silent</dt>
          <dd>
            {site.silence === null ? (
              site.last_accepted_at === null ? (
                'it never sent'
              ) : (
                'no'
              )
            ) : (
              <>
                since {formatUtcDay(site.silence.last_day)} (UTC)
                {meaning !== site.silence.sentence && (
                  <Text size="sm" c="dimmed">
                    {site.silence.sentence}
                  </Text>
                )}
              </>
            )}
          </dd>
        </div>
      </dl>
    </Card>
  );
}

const signs = { arriving: '✓', doubtful: '!', 'not arriving': '✕' };

function LastRefusal({ site, keys = [] }: Props) {
  const { last_refused_at: at, last_refusal: sentence } = site;
  if (at === null || sentence === null) return 'never';
  const meaning = pastCause(site, keys) ?? explainRefusal(sentence).meaning;
  return (
    <>
      <Moment value={at} />
      <br />
      with «<span className={classes.sentence}>{sentence}</span>»
      {!isRefusedLast(site) && ' – since then events were accepted'}
      {/* Unless it stands above already. */}
      {!diagnose(site, keys).meaning.includes(meaning) && (
        <Text size="sm" c="dimmed">
          {meaning}
        </Text>
      )}
    </>
  );
}

function Moment({ value }: { value: string }) {
  return (
    <>
      <Time value={value} focusable /> (<Time value={value} as="ago" />)
    </>
  );
}

function FirstEvent({ domain }: { domain: string }) {
  const api = useApiAddress();
  const command = firstEvent(domain, 'goal_live_…', api);
  return (
    <div className={classes.command}>
      <Code block>{command}</Code>
      <Text size="sm" c="dimmed">
        {api === undefined && (
          <>
            <Code>$API</Code> is the service’s address with its path, as in https://goal.example.com/v1/goal.{' '}
          </>
        )}
        In place of <Code>goal_live_…</Code> goes a key of this site.
      </Text>
      <CopyButton value={command} what="command" />
    </div>
  );
}
