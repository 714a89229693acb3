import type { MemberSummaryGroup } from '@goal/contract';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { WrappingText } from '@goal/ui/text/wrapping-text.tsx';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import type { ReactNode } from 'react';

import { shortMoment } from '../query/clock.ts';
import { filterOfGroup, nameOfUser } from './facet-filter.ts';
import { hasOpposite } from '../query/filters.ts';
import { useLog } from '../query/log-context.tsx';
import { Severity } from './severity.tsx';
import classes from './side-filters.module.css';
import { SideRow } from './side-row.tsx';
import { SiteName } from './site-name.tsx';
import type { Question } from '../feed/use-feed.ts';
import { type FacetKey, useSummary } from '../feed/use-summary.ts';

type Props = { facet: FacetKey; question: Question; isReady: boolean };

export function FacetValues({ facet, question, isReady }: Props) {
  const { isUtc, askedAt } = useLog();
  const { data, error, isPlaceholderData } = useSummary(
    question,
    { by: facet, limit: facet === 'site' || facet === 'user' ? 20 : 8 },
    isReady,
  );
  if (data === undefined)
    return <p className={classes.note}>{error === null ? 'Counting …' : failureOf(error).sentence}</p>;
  const most = Math.max(1, ...data.counts.map(({ events }) => events));
  const back = data.counted_back_to;
  return (
    <div data-old={isPlaceholderData} className={classes.values}>
      {data.counts.length === 0 && <p className={classes.note}>None</p>}
      <ul>
        {peopleFirst(data.counts).map((group) => (
          <Value key={keyOf(group)} facet={facet} group={group} share={group.events / most} />
        ))}
      </ul>
      {data.other > 0 && <p className={classes.note}>{`and ${formatNumber(data.other)} with others`}</p>}
      {back !== null && (
        <p className={classes.note}>{`counted back to ${shortMoment(Date.parse(back), { isUtc }, askedAt)}`}</p>
      )}
    </div>
  );
}

/** Events without a user id are of nobody in particular, so they do not stand before the people. */
const peopleFirst = (groups: readonly MemberSummaryGroup[]): MemberSummaryGroup[] =>
  groups.toSorted((one, other) => Number(one.user_id === 0) - Number(other.user_id === 0));

const keyOf = ({ events: _, ...keys }: MemberSummaryGroup): string => JSON.stringify(keys);

function Value({ facet, group, share }: { facet: FacetKey; group: MemberSummaryGroup; share: number }) {
  const { state, narrow } = useLog();
  const filter = filterOfGroup(facet, group);
  const row = { share, count: formatNumber(group.events), children: nameOf(facet, group) };
  if (filter === undefined)
    return (
      <li>
        <SideRow {...row} />
      </li>
    );
  const { name, value, how } = filter;
  const leavesOut = hasOpposite(name) || how.username !== undefined;
  return (
    <li>
      <SideRow
        {...row}
        isChosen={state.filters[name]?.includes(value) === true}
        title={`Show only these${leavesOut ? ` (with Alt: leave ${name === 'user_id' ? 'this name' : 'them'} out)` : ''}`}
        onClick={(event) => narrow(name, value, { ...how, isOpposite: event.altKey })}
      />
    </li>
  );
}

function nameOf(facet: FacetKey, group: MemberSummaryGroup): ReactNode {
  if (facet === 'severity' && group.severity !== undefined) return <Severity value={group.severity} />;
  if (facet === 'code')
    return (
      <>
        {group.code} <small>{group.name}</small>
      </>
    );
  const { domain, site_id: site, object, event_type: type } = group;
  if (facet === 'user')
    return (
      <>
        <bdi>{nameOfUser(group)}</bdi>{' '}
        {site !== undefined && (
          <small>
            <SiteName id={site} />
          </small>
        )}
      </>
    );
  if (facet === 'site') return <WrappingText value={domain ?? 'a deleted site'} />;
  return <bdi>{(facet === 'object' ? object : type) || 'none'}</bdi>;
}
