import { type MemberSiteDetail, refusalSentences } from '@goal/contract';
import { Card } from '@goal/ui/page/card.tsx';
import { TextLink } from '@goal/ui/page/link.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { pathOfLog } from '../../lib/paths.ts';
import { arrivalOf } from './arrival-of.ts';
import classes from './watch.module.css';

type Refusal = { at: string; sentence: string; domain: string | null; help: MemberSiteDetail['refusal_help'] };
const maxRefusals = 5;

export function Watch({ site }: { site: MemberSiteDetail }) {
  const refusals = useRefusals(site);
  // What had arrived when the page was opened is not what it watches for.
  const [before] = useState(site.last_accepted_at);
  const arrival = arrivalOf(site, before);
  return (
    <Card title="Watch">
      <div role="log" aria-live="polite" className={classes.watch}>
        {before !== null && arrival === 'waiting' && (
          <Text size="sm">
            The site has sent before, last <Time value={before} as="ago" />.
          </Text>
        )}
        {arrival === 'waiting' ? (
          <p className={classes.line}>
            <Loader size="xs" aria-hidden />
            <span>
              {refusals.length > 0
                ? 'Waiting for the next request …'
                : before === null
                  ? 'Waiting for the first event …'
                  : 'Waiting for the next event …'}
            </span>
          </p>
        ) : (
          <Arrived key={site.last_accepted_at} site={site} isFirst={arrival === 'first'} />
        )}
        {refusals.map((refusal) => (
          <RefusedRequest key={refusal.at} site={site} refusal={refusal} />
        ))}
      </div>
    </Card>
  );
}

/** The refusals that this page has seen, and the last one before, if nothing was accepted since. */
function useRefusals(site: MemberSiteDetail): readonly Refusal[] {
  const { last_refused_at: at, last_refusal: sentence, last_accepted_at: accepted } = site;
  const [seen, setSeen] = useState<readonly Refusal[]>([]);
  const isOld = at !== null && accepted !== null && Date.parse(at) < Date.parse(accepted) && seen.length === 0;
  if (at !== null && sentence !== null && !isOld && seen[0]?.at !== at)
    setSeen([{ at, sentence, domain: site.refused_domain, help: site.refusal_help }, ...seen].slice(0, maxRefusals));
  return seen;
}

function RefusedRequest({
  site,
  refusal: { at, sentence, domain, help },
}: {
  site: MemberSiteDetail;
  refusal: Refusal;
}) {
  return (
    <div className={classes.refused}>
      <Text fw={600}>
        <span aria-hidden>✕ </span>
        <Time value={at} as="ago" /> a request came and was refused: <bdi>{sentence}</bdi>
      </Text>
      <Text size="sm">
        {help?.meaning}{' '}
        {sentence === refusalSentences.domain_mismatch && (
          <>
            {domain === null ? (
              'It named no domain'
            ) : (
              <>
                It named <bdi className={classes.offered}>{domain}</bdi>
              </>
            )}
            ; this key is for {site.domain}.
          </>
        )}
      </Text>
      <Text size="sm">{help?.remedy}</Text>
    </div>
  );
}

type ArrivedProps = { site: MemberSiteDetail; isFirst: boolean };

/** What arrived, and the way to it. Only the first event is known to be the one that came. */
function Arrived({ site: { id, account_id: account, last_accepted_at: at }, isFirst }: ArrivedProps) {
  const { data } = useQuery(
    useTRPC().dashboard.events.list.queryOptions({ site_id: id, limit: 1 }, { staleTime: 0, enabled: isFirst }),
  );
  const [event] = data?.events ?? [];
  return (
    <div className={classes.arrived}>
      <Text fw={600}>
        <span aria-hidden>● </span>
        {event === undefined ? (
          <>An event arrived {at !== null && <Time value={at} as="ago" />}</>
        ) : (
          <>
            <Time value={event.occurred_at} /> «<bdi>{event.message}</bdi>»
          </>
        )}{' '}
        – it works.
      </Text>
      <TextLink href={pathOfLog(account, { site: id })} size="sm">
        Open the log
      </TextLink>
    </div>
  );
}
