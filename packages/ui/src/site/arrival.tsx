import type { InspectedSite, SiteKeyView } from '@goal/contract';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { FactList } from '../page/fact-list.tsx';
import { latePart } from '../state/late-part.tsx';
import { formatUtcDay, Time } from '../text/time.tsx';
import { Card } from '../page/card.tsx';
import { diagnose, isRefusedLast, pastCause, type Reader } from './diagnosis.ts';
import classes from './arrival.module.css';

const { Part: FirstEvent } = latePart(() =>
  import('./first-event-command.tsx').then((module) => module.FirstEventCommand),
);

type Site = Pick<
  InspectedSite,
  | 'domain'
  | 'status'
  | 'active_token_count'
  | 'last_accepted_at'
  | 'last_refused_at'
  | 'last_refusal'
  | 'silence'
  | 'kept'
> & {
  /** The domain that the refused request named, where the reader may know it. */
  refused_domain?: string | null;
};
type Props = {
  site: Site;
  keys: readonly SiteKeyView[] | undefined;
  reader: Reader;
  /** Shown where nothing ever came; a command that sends a first event unless it is given. */
  whenNew?: ReactNode;
};

/** Whether events arrive; the reason where none do, what to do, and the times both come from. */
export function Arrival({ site, keys, reader, whenNew }: Props) {
  const { state, title, meaning, remedy } = diagnose(site, keys ?? [], reader);
  const isNew = site.last_accepted_at === null && site.last_refused_at === null;
  return (
    <Card title="Do events arrive?">
      <div className={classes.diagnosis} data-state={state}>
        <Text fw={600}>
          <span aria-hidden>{signs[state]} </span>
          {title}
        </Text>
        <Text size="sm">{meaning}</Text>
        <Text size="sm">{remedy}</Text>
        {isNew && site.status === 'active' && (whenNew ?? <FirstEvent domain={site.domain} />)}
      </div>
      <FactList
        facts={[
          [
            'Last accepted',
            site.last_accepted_at === null ? 'never' : <Moment key="at" value={site.last_accepted_at} />,
          ],
          ['Last refused', <LastRefusal key="refusal" site={site} keys={keys} reader={reader} />],
          ['Silent', <Silence key="silence" site={site} isExplained={meaning === site.silence?.sentence} />],
        ]}
      />
    </Card>
  );
}

const signs = { arriving: '✓', doubtful: '!', 'not arriving': '✕' };

function LastRefusal({ site, keys = [], reader }: Pick<Props, 'site' | 'keys' | 'reader'>) {
  const { last_refused_at: at, last_refusal: sentence } = site;
  if (at === null || sentence === null) return 'never';
  const meaning = pastCause(site, keys) ?? reader.explain(sentence).meaning;
  const isShownAbove = diagnose(site, keys, reader).meaning.includes(meaning);
  return (
    <>
      <Moment value={at} />
      <br />
      with «<span className={classes.sentence}>{sentence}</span>»
      {site.refused_domain != null && (
        <>
          {' '}
          – it named «<bdi className={classes.sentence}>{site.refused_domain}</bdi>»
        </>
      )}
      {!isRefusedLast(site) && ' – since then events were accepted'}
      {!isShownAbove && (
        <Text size="sm" c="dimmed">
          {meaning}
        </Text>
      )}
    </>
  );
}

function Silence({ site, isExplained }: { site: Site; isExplained: boolean }) {
  const { silence, last_accepted_at: accepted } = site;
  if (silence === null) return accepted === null ? 'it never sent anything' : 'no';
  return (
    <>
      since {formatUtcDay(silence.last_day)} (UTC)
      {!isExplained && (
        <Text size="sm" c="dimmed">
          {silence.sentence}
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
