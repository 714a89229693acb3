import { siteHealths, siteStatuses } from '@goal/contract';
import { firstPage } from '@goal/ui/components/first-page.ts';
import { SearchField } from '@goal/ui/components/search-field.tsx';
import { useUrlState } from '@goal/ui/components/use-url-state.ts';
import { NativeSelect } from '@mantine/core';

import { useGroups } from '../groups/use-groups.ts';
import { healthNames } from './health.tsx';
import type { SiteFilters } from './site-filters.ts';
import classes from './sites.module.css';

/** The choice of sites, which the address holds. */
export function SitesToolbar({ filters, hasGroups }: { filters: SiteFilters; hasGroups: boolean }) {
  const [, change] = useUrlState();
  const { q, health, status, group } = filters;
  return (
    <search className={classes.filters}>
      <SearchField q={q} label="Search the sites" placeholder="Part of the domain or name" />
      <NativeSelect
        label="Health"
        value={health}
        onChange={(event) => change({ health: event.currentTarget.value, ...firstPage })}
        data={[{ value: '', label: 'Any' }, ...siteHealths.map((value) => ({ value, label: healthNames[value] }))]}
      />
      <NativeSelect
        label="Status"
        value={status}
        onChange={(event) => change({ status: event.currentTarget.value, ...firstPage })}
        data={[{ value: '', label: 'Any' }, ...siteStatuses]}
      />
      {hasGroups && <GroupFilter group={group} />}
    </search>
  );
}

function GroupFilter({ group }: { group: string }) {
  const [, change] = useUrlState();
  const groups = useGroups();
  const isKnown = group === '' || groups.some(({ id }) => id === group);
  return (
    <NativeSelect
      label="Group"
      value={group}
      onChange={(event) => change({ group: event.currentTarget.value, ...firstPage })}
      data={[
        { value: '', label: 'Any' },
        ...(isKnown ? [] : [{ value: group, label: 'This group' }]),
        ...groups.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
