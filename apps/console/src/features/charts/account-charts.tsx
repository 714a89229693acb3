import { ActivityChart } from '@goal/ui/charts/activity-chart.tsx';
import { RangeSwitch } from '@goal/ui/charts/range-switch.tsx';
import { useRange } from '@goal/ui/charts/range.ts';
import { SilentSitesList } from '@goal/ui/charts/silent-sites.tsx';
import { TopCodesList, TopSitesList } from '@goal/ui/charts/top-lists.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { pathOfSite } from '../../lib/paths.ts';
import classes from './account-charts.module.css';

/** Each chart loads and fails by itself. */
export function AccountCharts({ accountId }: { accountId: string }) {
  // With the key, no data of another account stays on the page while this one loads.
  return <Charts key={accountId} accountId={accountId} />;
}

const alone = { trpc: { context: { alone: true } } };
const kept = { ...alone, placeholderData: keepPreviousData };

function Charts({ accountId: id }: { accountId: string }) {
  const { accounts } = useTRPC().admin;
  const [days] = useRange();
  const activity = useQuery(accounts.activity.queryOptions({ id, days }, kept));
  const topSites = useQuery(accounts.topSites.queryOptions({ id, days }, kept));
  const topCodes = useQuery(accounts.topCodes.queryOptions({ id, days }, kept));
  const silentSites = useQuery(accounts.silentSites.queryOptions({ id }, alone));
  return (
    <div className={classes.pictures}>
      <ActivityChart
        order={3}
        query={activity}
        actions={<RangeSwitch />}
        whenEmpty="Choose a longer range, or open one of the sites to see why nothing arrives."
      />
      <div className={classes.pair}>
        <TopSitesList query={topSites} range={days} pathOfSite={pathOfSite} />
        <TopCodesList query={topCodes} range={days} />
      </div>
      <SilentSitesList query={silentSites} pathOfSite={pathOfSite} />
    </div>
  );
}
