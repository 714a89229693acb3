import type { InspectedSiteRow } from '@goal/contract';
import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { renewQueries } from '@goal/ui/trpc/renew-queries.ts';
import { useQueryClient } from '@tanstack/react-query';

import { SelectBar, TickAll } from '../../several/select-bar.tsx';

const load = () => import('./several-sites.tsx');
const RevokeSites = lateDialog(() => load().then((module) => module.RevokeSites));
const RestoreSites = lateDialog(() => load().then((module) => module.RestoreSites));
const DeleteSites = lateDialog(() => load().then((module) => module.DeleteSites));

type Props = {
  sites: readonly InspectedSiteRow[];
  ticked: readonly string[];
  onTick: (ids: readonly string[], on: boolean) => void;
  isBusy: boolean;
  onActivate: (ids: string[]) => void;
};

export function SitesBar({ sites, ticked, onTick, isBusy, onActivate }: Props) {
  const queryClient = useQueryClient();
  const selected = sites.filter(({ id }) => ticked.includes(id));
  const paused = sites.filter(({ status }) => status === 'paused').map(({ id }) => id);
  const toActivate = selected.filter(({ status }) => status === 'paused').map(({ id }) => id);
  const needs = (isThere: boolean, what: string) => (isThere ? undefined : `Select ${what} first`);
  const activate = {
    label: toActivate.length === 0 ? 'Activate' : `Activate ${toActivate.length}`,
    blocked: needs(toActivate.length > 0, 'paused sites'),
    loading: isBusy,
    onClick: () => onActivate(toActivate),
  };
  const revoke = {
    label: 'Revoke …',
    blocked: needs(
      selected.some(({ status }) => status !== 'revoked'),
      'sites that are not revoked',
    ),
    isRed: true,
    Dialog: RevokeSites,
  };
  const hasRevoked = selected.some(({ status }) => status === 'revoked');
  return (
    <SelectBar
      noun="site"
      rows={sites}
      ticked={ticked}
      onTick={onTick}
      onEnd={() => void renewQueries(queryClient)}
      further={
        paused.length > 0 && (
          <TickAll tickable={paused} ticked={ticked} onTick={onTick}>
            All paused sites on this page ({paused.length})
          </TickAll>
        )
      }
      acts={[
        ...(paused.length > 0 ? [activate] : []),
        ...(hasRevoked ? [{ label: 'Restore …', Dialog: RestoreSites }] : []),
        revoke,
        { label: 'Delete …', blocked: needs(selected.length > 0, 'sites'), isRed: true, Dialog: DeleteSites },
      ]}
    />
  );
}
