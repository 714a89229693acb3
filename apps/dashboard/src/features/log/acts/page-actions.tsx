import { Button } from '@mantine/core';

import { useButtonKey } from '../../../lib/shortcuts.ts';
import { CopyMenu } from '../panel/copy-menu.tsx';
import { ExportMenu } from './export-menu.tsx';
import classes from '../log.module.css';
import { TellMe } from './tell-me.tsx';
import { ViewMenu } from './view-menu.tsx';

type Props = {
  isUtc: boolean;
  onUtc: (isUtc: boolean) => void;
  onRefresh: () => void;
  isLive: boolean;
  /** Undefined while the time has an end, behind which nothing arrives. */
  onLive: ((isLive: boolean) => void) | undefined;
  isInterrupted: boolean;
};

/** What can be done with the page as a whole. */
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
