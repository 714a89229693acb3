import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';

import { mayManage } from '../../account/rights.ts';
import { useAccount } from '../../account/use-account.ts';
import { useLog } from '../../filters/query/log-context.tsx';

const AlertDialog = lateDialog(() => import('../../streams/alert-dialog.tsx').then((module) => module.AlertDialog));

/** «Tell me when this happens»: makes an alert of the filters of the log. */
export function TellMe() {
  const { state } = useLog();
  const { data: account } = useAccount();
  const [isOpen, setOpen] = useState(false);
  if (account === undefined || !mayManage(account)) return null;
  return (
    <>
      <Button variant="default" size="xs" title="Tell me when this happens" onClick={() => setOpen(true)}>
        Tell me …
      </Button>
      {isOpen && <AlertDialog account={account} filters={state.filters} onClose={() => setOpen(false)} />}
    </>
  );
}
