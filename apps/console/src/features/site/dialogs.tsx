'use client';

import type { InspectedSite } from '@goal/contract';
import dynamic from 'next/dynamic';
import type { ComponentType } from 'react';

import { useWhoAmI } from '../../session/who-am-i.tsx';

export type SiteInDialog = Pick<InspectedSite, 'id' | 'domain' | 'status' | 'rate_limit_rps'>;
export type OpenSiteDialogProps = {
  site: SiteInDialog;
  onClose: () => void;
  /** Called after the act, beside the notice and the renewal of what is shown: for what else the page does. */
  onDone: () => void;
};
export type SiteDialogProps = OpenSiteDialogProps & { opened: boolean };

const load = () => import('./open-dialogs.tsx');
// The options stand in each call as they are: the build reads them.
const Revoke = dynamic(() => load().then((module) => module.RevokeSite), { ssr: false });
const Restore = dynamic(() => load().then((module) => module.RestoreSite), { ssr: false });
const Rate = dynamic(() => load().then((module) => module.ChangeRate), { ssr: false });
const Delete = dynamic(() => load().then((module) => module.DeleteSite), { ssr: false });

/** Takes a site out of use (rulings §4.4), after saying what that means. */
export const RevokeSiteDialog = whileOpen(Revoke);
/** Gives a revoked site back, paused (rulings §4.4). */
export const RestoreSiteDialog = whileOpen(Restore);
/** Changes how often a site's keys may read (rulings §6.8). */
export const RateDialog = whileOpen(Rate);
/** Removes a site with all that belongs to it, once its domain was typed (rulings §5.6). */
export const DeleteSiteDialog = whileOpen(Delete);

/** Its code is fetched when it opens first; each opening begins afresh. A read-only token opens none, by a link neither. */
function whileOpen(Dialog: ComponentType<OpenSiteDialogProps>) {
  return function SiteDialog({ opened, ...props }: SiteDialogProps) {
    const { canWrite } = useWhoAmI();
    return opened && canWrite ? <Dialog {...props} /> : null;
  };
}
