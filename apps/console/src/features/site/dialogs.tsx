import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import type { ComponentType } from 'react';

import { useWhoAmI } from '../../session/who-am-i.tsx';
import type { OpenSiteDialogProps } from './open-dialogs.tsx';

type SiteDialogProps = OpenSiteDialogProps & { opened: boolean };

const load = () => import('./open-dialogs.tsx');
const Revoke = lateDialog(() => load().then((module) => module.RevokeSite));
const Restore = lateDialog(() => load().then((module) => module.RestoreSite));
const Rate = lateDialog(() => load().then((module) => module.ChangeRate));
const Delete = lateDialog(() => load().then((module) => module.DeleteSite));

/** Revokes a site (rulings §4.4) after saying what that means. */
export const RevokeSiteDialog = whileOpen(Revoke);
/** Restores a revoked site to paused (rulings §4.4). */
export const RestoreSiteDialog = whileOpen(Restore);
/** Changes how often a site's keys may read (rulings §6.8). */
export const RateDialog = whileOpen(Rate);
/** Deletes a site with everything that belongs to it, once its domain is typed (rulings §5.6). */
export const DeleteSiteDialog = whileOpen(Delete);

/** Loads the dialog when it first opens, and resets it each time. A read-only token opens none. */
function whileOpen(Dialog: ComponentType<OpenSiteDialogProps>) {
  return function SiteDialog({ opened, ...props }: SiteDialogProps) {
    const { canWrite } = useWhoAmI();
    return opened && canWrite ? <Dialog {...props} /> : null;
  };
}
