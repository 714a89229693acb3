'use client';

import { Unloaded } from '@goal/ui/state/unloaded.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { BrandForm } from './brand-form.tsx';

/** What a reseller's members see in place of the product's name (rulings §10.38). */
export function BrandPage() {
  const brand = useQuery(useTRPC().dashboard.brand.get.queryOptions());
  return (
    <>
      <PageTitle title="Brand" />
      <Stack maw="46rem">
        <Text size="sm">
          The members of this account see your name, colour and logo at the top of each page, on the page that they join
          by, and in reports. Mails about the account are signed with your name. A brand is shown once it has a name.
        </Text>
        {brand.data !== undefined ? (
          <BrandForm key={JSON.stringify(brand.data)} known={brand.data} />
        ) : (
          <Unloaded query={brand} height="20rem" />
        )}
      </Stack>
    </>
  );
}
