'use client';

import type { InspectedSiteRow } from '@goal/contract';
import { WriteButton } from '@goal/ui/components/write-button.tsx';
import dynamic from 'next/dynamic';
import { useState } from 'react';

import { SelectBar, TickAll } from '../../several/select-bar.tsx';
import { useRefreshSites } from '../../site/use-refresh-sites.ts';

const load = () => import('./several-sites.tsx');
// Each call needs its options as a literal: the build reads them.
const RevokeSites = dynamic(() => load().then((module) => module.RevokeSites), { ssr: false });
const RestoreSites = dynamic(() => load().then((module) => module.RestoreSites), { ssr: false });
const DeleteSites = dynamic(() => load().then((module) => module.DeleteSites), { ssr: false });
const dialogs = { revoke: RevokeSites, restore: RestoreSites, delete: DeleteSites };

type Props = {
  /** The sites of this page. */
  sites: readonly InspectedSiteRow[];
  ticked: readonly string[];
  onTick: (ids: readonly string[], on: boolean) => void;
  /** Whether an activation is running. */
  isBusy: boolean;
  onActivate: (ids: string[]) => void;
};

/** Selects sites of the page, and changes the selected ones together. */
export function SitesBar({ sites, ticked, onTick, isBusy, onActivate }: Props) {
  const { afterDelete } = useRefreshSites();
  // What was selected when the dialog opened: the list behind it may change meanwhile.
  const [opened, setOpened] = useState<{ act: keyof typeof dialogs; sites: readonly InspectedSiteRow[] }>();
  const selected = sites.filter(({ id }) => ticked.includes(id));
  const paused = sites.filter(({ status }) => status === 'paused').map(({ id }) => id);
  const toActivate = selected.filter(({ status }) => status === 'paused').map(({ id }) => id);
  const open = (act: keyof typeof dialogs) => () => setOpened({ act, sites: selected });
  const needs = (isThere: boolean, what: string) => (isThere ? undefined : `Select ${what} first`);
  const hasRevoked = selected.some(({ status }) => status === 'revoked');
  const hasOthers = selected.some(({ status }) => status !== 'revoked');
  const Dialog = opened && dialogs[opened.act];
  return (
    <>
      <SelectBar
        noun="site"
        label="Act on several sites"
        tickable={sites.map(({ id }) => id)}
        ticked={ticked}
        onTick={onTick}
        further={
          paused.length > 0 && (
            <TickAll tickable={paused} ticked={ticked} onTick={onTick}>
              All paused sites on this page ({paused.length})
            </TickAll>
          )
        }
      >
        {paused.length > 0 && (
          <WriteButton
            size="compact-sm"
            loading={isBusy}
            blocked={needs(toActivate.length > 0, 'paused sites')}
            onClick={() => onActivate(toActivate)}
          >
            {toActivate.length === 0 ? 'Activate' : `Activate ${toActivate.length}`}
          </WriteButton>
        )}
        {hasRevoked && (
          <WriteButton size="compact-sm" variant="default" onClick={open('restore')}>
            Restore …
          </WriteButton>
        )}
        <WriteButton
          size="compact-sm"
          variant="outline"
          color="red"
          blocked={needs(hasOthers, 'sites that are not revoked')}
          onClick={open('revoke')}
        >
          Revoke …
        </WriteButton>
        <WriteButton
          size="compact-sm"
          variant="outline"
          color="red"
          blocked={needs(selected.length > 0, 'sites')}
          onClick={open('delete')}
        >
          Delete …
        </WriteButton>
      </SelectBar>
      {opened !== undefined && Dialog !== undefined && (
        <Dialog sites={opened.sites} onEnd={afterDelete} onClose={() => setOpened(undefined)} />
      )}
    </>
  );
}
