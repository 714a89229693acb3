import { ActLine } from '@goal/ui/page/act-line.tsx';
import type { MemberSiteDetail, SiteKeyView } from '@goal/contract';
import type { Answer } from '@goal/ui/charts/chart-card.tsx';
import { Card } from '@goal/ui/page/card.tsx';
import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { latePart } from '@goal/ui/state/late-part.tsx';
import { DataTable, type Query } from '@goal/ui/table/data-table.tsx';
import { lastUsedColumn, madeColumn, RevokeInRow } from '@goal/ui/table/key-columns.tsx';
import { AccessBadge } from '@goal/ui/text/access-badge.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { useDialogInAddress } from '../../lib/use-dialog-in-address.ts';
import { nextKeyOf, rotationOf } from './rotation-of.ts';
import classes from '../table.module.css';

const { Part: Rotation } = latePart(() => import('./rotation.tsx').then((module) => module.Rotation));
const NewKeyDialog = lateDialog(() => import('./new-site-key-dialog.tsx').then((module) => module.NewSiteKeyDialog));
const RevokeKey = lateDialog(() => import('./revoke-site-key.tsx').then((module) => module.RevokeSiteKey));

const lookAgainMs = 3000;

type Props = {
  site: MemberSiteDetail;
  query: Answer<{ tokens: SiteKeyView[] }>;
  /** The most active keys; negative for any number. */
  limit: number;
};

export function SiteKeys({ site, query, limit }: Props) {
  const making = useDialogInAddress('new-key');
  const [prefix, setPrefix] = useState<string>();
  const keys = query.data?.tokens;
  const rotation = keys === undefined ? undefined : rotationOf(keys);
  // A second observer of the same list, which looks again while a new key is waited for.
  useQuery(
    useTRPC().dashboard.sites.tokens.list.queryOptions(
      { id: site.id },
      { enabled: rotation?.isUsed === false, refetchInterval: lookAgainMs },
    ),
  );
  const next = nextKeyOf(keys ?? [], limit);
  const active = keys?.filter((key) => key.revoked_at === null) ?? [];
  const known = active.find((key) => key.prefix === prefix);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The browser looked for the anchor before the page had the keys.
    if (window.location.hash === '#keys') card.current?.scrollIntoView();
  }, []);
  return (
    <div ref={card} id="keys">
      <Card title="Keys">
        {rotation !== undefined ? (
          <Rotation state={rotation} onRevoke={setPrefix} />
        ) : (
          (keys !== undefined || !query.isError) && (
            <ActLine
              about={
                next.blocked ??
                (active.length === 0
                  ? 'Without a key the site can send nothing.'
                  : 'To change the key, make a second one: both work until you revoke the old one.')
              }
            >
              <Button size="xs" disabled={next.blocked !== undefined} onClick={making.open}>
                {active.length === 0 ? 'New key' : 'Rotate the key'}
              </Button>
            </ActLine>
          )
        )}
        <SiteKeysTable query={query} old={rotation?.old.prefix} onRevoke={setPrefix} />
        {making.isOpen && known === undefined && (
          <NewKeyDialog site={site} former={next.former} onRevoke={setPrefix} onClose={making.close} />
        )}
        {known !== undefined && (
          <RevokeKey site={site} known={known} active={active.length} onClose={() => setPrefix(undefined)} />
        )}
      </Card>
    </div>
  );
}

/** Revoked keys stay in the list for ever: the newest are shown. */
const shownKeys = 20;

type SiteKeysTableProps = {
  query: Query<{ tokens: readonly SiteKeyView[] }>;
  /** The key that a rotation will revoke: its button is among the steps. */
  old: string | undefined;
  onRevoke: (prefix: string) => void;
};

function SiteKeysTable({ query, old, onRevoke }: SiteKeysTableProps) {
  return (
    <DataTable
      label="Keys of the site"
      query={query}
      rows={query.data?.tokens.slice(0, shownKeys)}
      empty={null}
      skeletonRows={2}
      keyOf={({ prefix }) => prefix}
      columns={[
        {
          head: 'Key',
          isTitle: true,
          className: classes.code,
          cell: ({ prefix, access }) => (
            <>
              {prefix} <AccessBadge access={access} />
            </>
          ),
        },
        madeColumn('Made'),
        lastUsedColumn,
      ]}
      actions={(key) => <RevokeInRow known={key} isOld={key.prefix === old} onRevoke={onRevoke} />}
    />
  );
}
