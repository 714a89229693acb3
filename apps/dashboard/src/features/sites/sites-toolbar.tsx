import { noGroup, siteHealths, siteStatuses } from '@goal/contract';
import { firstPage } from '@goal/ui/field/first-page.ts';
import { SearchField } from '@goal/ui/field/search-field.tsx';
import { useUrlState } from '@goal/ui/field/use-url-state.ts';
import { NativeSelect } from '@mantine/core';

import { GroupSelect } from '../account/group-select.tsx';
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
      {/* A link may name a group to somebody who has no choice of them. */}
      {(hasGroups || group !== '') && (
        <GroupSelect
          label="Group"
          value={group}
          onChange={(value) => change({ group: value, ...firstPage })}
          first={[
            { value: '', label: 'Any' },
            { value: noGroup, label: 'No group' },
          ]}
        />
      )}
    </search>
  );
}
