import type { Severity as Level } from '@goal/contract';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { usualState } from '../query/address.ts';
import classes from './filter-bar.module.css';
import { type Chip, chipsOf, definitions, valueOf, without } from '../query/filters.ts';
import { useLog } from '../query/log-context.tsx';
import { useGroupName } from '../query/names.ts';
import { Severity } from '../side/severity.tsx';
import { SiteName, useLostName } from '../side/site-name.tsx';

export function Chips() {
  const { state, current, change } = useLog();
  const { filters, faults } = state;
  const chips = chipsOf(filters);
  if (chips.length + faults.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label="Filters">
      {chips.map(({ name, value }) => (
        <li key={`${name} ${value}`} className={classes.chip}>
          <span className={classes.chipName}>{definitions[name].label}</span>
          <ChipValue name={name} value={value} />
          {name === 'user_id' && filters.site !== undefined && (
            <button
              type="button"
              className={classes.word}
              onClick={() => change({ filters: without(current().filters, 'site') })}
            >
              any site
            </button>
          )}
          <Remove
            what={`${definitions[name].label} ${value}`}
            onClick={() => change({ filters: without(current().filters, name, value) })}
          />
        </li>
      ))}
      {faults.map((fault, index) => (
        <li key={`${index} ${fault.name}`} className={classes.chip} data-wrong>
          <span>
            <bdi>{fault.sentence}</bdi>
          </span>
          <Remove
            what={`the wrong ${fault.name}`}
            onClick={() => change({ faults: faults.filter((one) => one !== fault) })}
          />
        </li>
      ))}
      {chips.length + faults.length > 1 && (
        <li>
          <button
            type="button"
            className={classes.word}
            onClick={() =>
              change({ filters: filters.q === undefined ? {} : { q: filters.q }, faults: usualState.faults, view: '' })
            }
          >
            Clear all
          </button>
        </li>
      )}
    </ul>
  );
}

function ChipValue({ name, value }: Chip): ReactNode {
  if (name === 'site')
    return (
      <bdi className={classes.chipValue}>
        <SiteName id={value} />
      </bdi>
    );
  if (name === 'group') return <GroupName id={value} />;
  // `read` of the filter accepts severities alone.
  if (name === 'severity') return <Severity value={value as Level} />;
  if (name === 'user_id') return <UserName id={value} />;
  return <bdi className={classes.chipValue}>{value}</bdi>;
}

function GroupName({ id }: { id: string }) {
  const name = useGroupName(id);
  const lost = useLostName('group');
  return <bdi className={classes.chipValue}>{name === null ? lost : (name ?? '…')}</bdi>;
}

/** A user id names a person of one site: the name is that of the newest event there. */
function UserName({ id }: { id: string }) {
  const site = valueOf(useLog().state.filters, 'site');
  const { data } = useQuery(
    useTRPC().dashboard.events.list.queryOptions(
      { user_id: Number(id), site_id: site, limit: 1 },
      { enabled: site !== '' && id !== '0', staleTime: Infinity, retry: false },
    ),
  );
  const name = data?.events[0]?.username ?? '';
  return (
    <span className={classes.chipUser}>
      {name === '' ? (
        id === '0' ? (
          'none'
        ) : (
          `#${id}`
        )
      ) : (
        <>
          <bdi>{name}</bdi>
          {` (#${id})`}
        </>
      )}{' '}
      on{' '}
      {site === '' ? (
        'any site'
      ) : (
        <bdi>
          <SiteName id={site} />
        </bdi>
      )}
    </span>
  );
}

const Remove = ({ what, onClick }: { what: string; onClick: () => void }) => (
  <button type="button" className={classes.remove} aria-label={`Remove ${what}`} onClick={onClick}>
    ✕
  </button>
);
