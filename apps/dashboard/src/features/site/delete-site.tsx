'use client';

import type { MemberSiteDetail } from '@goal/contract';
import { Card } from '@goal/ui/components/card.tsx';
import { lateDialog } from '@goal/ui/components/late-dialog.tsx';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';

const DeleteSiteDialog = lateDialog(() => import('./delete-site-dialog.tsx').then((module) => module.DeleteSiteDialog));

/** Says what goes with the site, and opens the dialog that deletes it. */
export function DeleteSite({ site }: { site: MemberSiteDetail }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title="Delete the site">
      <Group justify="space-between" gap="xs">
        <Text size="sm" style={{ flex: '1 1 16rem' }}>
          Its keys stop working and its {formatNumber(site.kept.events)} events can no longer be read, for good.
        </Text>
        <Button variant="outline" color="red" size="xs" onClick={() => setOpen(true)}>
          Delete the site
        </Button>
      </Group>
      {isOpen && <DeleteSiteDialog site={site} onClose={() => setOpen(false)} />}
    </Card>
  );
}
