import { ActivityChart } from '@goal/ui/charts/activity-chart.tsx';
import { RangeSwitch } from '@goal/ui/charts/range-switch.tsx';
import { useRange } from '@goal/ui/charts/range.ts';
import { SilentSitesList } from '@goal/ui/charts/silent-sites.tsx';
import { TopCodesList, TopSitesList } from '@goal/ui/charts/top-lists.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { pathOfCode, pathOfSite } from '../../lib/paths.ts';
import classes from './usage.module.css';

const alone = { trpc: { context: { alone: true } } };
const kept = { ...alone, placeholderData: keepPreviousData };

type Props = {
  accountId: string;
  /** The whole reach of the member, one group, or one site. */
  of: { group_id?: string; site_id?: string };
};

export function Charts({ accountId, of }: Props) {
  const { dashboard } = useTRPC();
  const [days] = useRange();
  const isSite = of.site_id !== undefined;
  const activity = useQuery(dashboard.activity.queryOptions({ ...of, days }, kept));
  const topCodes = useQuery(dashboard.topCodes.queryOptions({ ...of, days }, kept));
  const topSites = useQuery(dashboard.topSites.queryOptions({ ...of, days }, { ...kept, enabled: !isSite }));
  const silentSites = useQuery(dashboard.silentSites.queryOptions(of, { ...alone, enabled: !isSite }));
  const pathOf = (id: string): string => pathOfSite(accountId, id);
  return (
    <div className={classes.charts}>
      <ActivityChart
        order={2}
        query={activity}
        actions={<RangeSwitch />}
        whenEmpty="Choose a longer range, or see at the sites why nothing arrives."
      />
      <div className={classes.pair}>
        {!isSite && <TopSitesList order={2} query={topSites} range={days} pathOfSite={pathOf} />}
        <TopCodesList
          order={2}
          query={topCodes}
          range={days}
          pathOfCode={(code, from) => pathOfCode(accountId, { ...of, code, from })}
        />
      </div>
      {!isSite && <SilentSitesList order={2} query={silentSites} pathOfSite={pathOf} />}
    </div>
  );
}
