'use client';

import { Card } from '@goal/ui/page/card.tsx';
import { DataTable } from '@goal/ui/table/data-table.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { productName } from '@goal/ui/text/product-name.tsx';
import { Anchor, Stack, Text } from '@mantine/core';

import classes from '../table.module.css';
import { licencesFile } from './licences-file.ts';
import type { UsedPackage } from './read-packages.ts';

type Props = { version: string; packages: readonly Omit<UsedPackage, 'text'>[] };

/** The one page that names the product under a reseller's brand as well (rulings §10.50). */
export function LicencesPage({ version, packages }: Props) {
  return (
    <>
      <PageTitle title="Licences" />
      <Stack>
        <Card title="This dashboard">
          <Text size="sm">
            {productName} {version}. It is built from the packages below, under their own licences.{' '}
            <Anchor href={licencesFile} underline="always" inherit>
              Read the texts of all licences
            </Anchor>
            .
          </Text>
        </Card>
        <DataTable
          label="Packages"
          rows={packages}
          keyOf={(one) => `${one.name} ${one.version}`}
          columns={[
            { head: 'Package', isTitle: true, className: classes.text, cell: ({ name }) => name },
            { head: 'Version', cell: (one) => one.version },
            { head: 'Licence', cell: ({ licence }) => licence },
          ]}
        />
      </Stack>
    </>
  );
}
