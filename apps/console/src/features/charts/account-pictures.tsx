'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../trpc/trpc.ts';
import classes from './account-pictures.module.css';
import { ActivityPicture } from './activity-picture.tsx';
import { RangeSwitch } from './range-switch.tsx';
import { useRange } from './range.ts';
import { SilentSitesPicture } from './silent-picture.tsx';
import { TopCodesPicture, TopSitesPicture } from './top-pictures.tsx';

/** What an account sends: events a day, top sites, top codes, silent sites. Each is asked for alone, and loads and fails by itself. */
export function AccountPictures({ accountId }: { accountId: string }) {
  // By its key nothing of another account stays on the page while this one loads.
  return <Pictures key={accountId} accountId={accountId} />;
}

const alone = { trpc: { context: { alone: true } } };
const kept = { ...alone, placeholderData: keepPreviousData };

function Pictures({ accountId: id }: { accountId: string }) {
  const { accounts } = useTRPC().admin;
  const [days] = useRange();
  const activity = useQuery(accounts.activity.queryOptions({ id, days }, kept));
  const topSites = useQuery(accounts.topSites.queryOptions({ id, days }, kept));
  const topCodes = useQuery(accounts.topCodes.queryOptions({ id, days }, kept));
  const silentSites = useQuery(accounts.silentSites.queryOptions({ id }, alone));
  return (
    <div className={classes.pictures}>
      <ActivityPicture
        order={3}
        query={activity}
        actions={<RangeSwitch />}
        whenEmpty="Choose a longer range, or open one of the sites to see why nothing arrives."
      />
      <div className={classes.pair}>
        <TopSitesPicture query={topSites} range={days} />
        <TopCodesPicture query={topCodes} range={days} />
      </div>
      <SilentSitesPicture query={silentSites} />
    </div>
  );
}
