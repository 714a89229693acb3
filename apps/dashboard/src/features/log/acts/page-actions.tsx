import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { latePart } from '@goal/ui/state/late-part.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';

import { useButtonKey } from '../../../lib/shortcuts.ts';
import { mayManage } from '../../account/rights.ts';
import { useAccount } from '../../account/use-account.ts';
import { Menu } from '../../filters/bar/menu.tsx';
import { useLog } from '../../filters/query/log-context.tsx';
import { CopyMenu } from '../panel/copy-menu.tsx';
import { ExportMenu } from './export-menu.tsx';
import classes from '../log.module.css';

type Props = {
  isUtc: boolean;
  onUtc: (isUtc: boolean) => void;
  onRefresh: () => void;
  isLive: boolean;
  /** Undefined while the time has an end, behind which nothing arrives. */
  onLive: ((isLive: boolean) => void) | undefined;
  isInterrupted: boolean;
};

export function PageActions({ isUtc, onUtc, onRefresh, isLive, onLive, isInterrupted }: Props) {
  const live = useButtonKey('l');
  return (
    <>
      <Button
        ref={live}
        variant="default"
        size="xs"
        className={classes.live}
        aria-pressed={isLive && onLive !== undefined}
        data-interrupted={isInterrupted}
        disabled={onLive === undefined}
        title={
          onLive === undefined
            ? 'Live needs a time without an end'
            : isInterrupted
              ? 'Trying again'
              : 'Show what arrives'
        }
        onClick={() => onLive?.(!isLive)}
      >
        <i aria-hidden />
        Live
      </Button>
      <Button variant="default" size="xs" aria-label="Load again" title="Load again" onClick={onRefresh}>
        ↻
      </Button>
      <Button variant="default" size="xs" aria-pressed={isUtc} title="Times in UTC" onClick={() => onUtc(!isUtc)}>
        UTC
      </Button>
      <TellMe />
      <ViewMenu />
      <ExportMenu />
      <CopyMenu />
    </>
  );
}

const menu = 'log-view';
const { Part: SaveView, load } = latePart(() => import('./save-view.tsx').then((module) => module.SaveView));

function ViewMenu() {
  const ref = useButtonKey('s');
  return (
    <Menu id={menu} name="Save view" title="Save view ▾" button={{ ref, size: 'xs' }} load={load}>
      {(isOpen) => <SaveView menu={menu} isOpen={isOpen} />}
    </Menu>
  );
}

const AlertDialog = lateDialog(() => import('../../streams/alert-dialog.tsx').then((module) => module.AlertDialog));

function TellMe() {
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
