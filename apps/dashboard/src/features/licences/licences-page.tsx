'use client';

import { Card } from '@goal/ui/components/card.tsx';
import { PageTitle } from '@goal/ui/components/page-title.tsx';
import { StackedCell, StackedHead, StackedRow, StackedTable } from '@goal/ui/components/stacked-table.tsx';
import { productName } from '@goal/ui/components/product-name.tsx';
import { Anchor, Stack, Text } from '@mantine/core';

import classes from '../table.module.css';
import { licencesFile } from './licences-file.ts';
import type { UsedPackage } from './read-packages.ts';

type Props = { version: string; packages: readonly Omit<UsedPackage, 'text'>[] };

const columns = ['Package', 'Version', 'Licence'];

/**
 * What the dashboard is, and what it is built from. The one page that names the product under a
 * reseller's brand as well (rulings §10.50).
 */
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
        <StackedTable label="Packages" columns={columns} isBusy={false}>
          {packages.map((one) => (
            <StackedRow key={`${one.name} ${one.version}`}>
              <StackedHead className={classes.text}>{one.name}</StackedHead>
              <StackedCell of="Version">{one.version}</StackedCell>
              <StackedCell of="Licence">{one.licence}</StackedCell>
            </StackedRow>
          ))}
        </StackedTable>
      </Stack>
    </>
  );
}
