'use client';

import { TextLink } from '@goal/ui/page/link.tsx';
import { isNotFound } from '@goal/ui/lib/is-not-found.ts';
import { NotThere } from '@goal/ui/page/not-there.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'next/navigation';
import { useEffect, useState } from 'react';

import { pathOfSite, pathOfSites } from '../../lib/paths.ts';
import { forgetNewKey, newKeyOf } from './new-key.ts';
import { Send } from './send.tsx';
import { Watch } from './watch.tsx';

const lookAgainMs = 2000;

export function ConnectPage() {
  const { id: account, site: id } = useParams<{ id: string; site: string }>();
  const site = useQuery(
    useTRPC().dashboard.sites.get.queryOptions({ id }, { refetchInterval: lookAgainMs, staleTime: 0 }),
  );
  const [token] = useState(() => newKeyOf(id));
  // Another page must not find the key.
  useEffect(() => forgetNewKey, []);
  if (site.data === undefined || isNotFound(site.error))
    return (
      <NotThere title="Connect" query={site} what="This site" list={{ name: 'sites', href: pathOfSites(account) }} />
    );
  const { domain } = site.data;
  return (
    <>
      <PageTitle
        title={`Connect ${bidiIsolate(domain)}`}
        actions={
          <TextLink href={pathOfSite(account, id)} size="sm">
            To the site
          </TextLink>
        }
      />
      <Stack maw="54rem">
        <Send domain={domain} token={token} keysHref={`${pathOfSite(account, id)}?dialog=new-key`} />
        <Watch site={site.data} />
      </Stack>
    </>
  );
}
