import { Button } from '@mantine/core';
import { type ComponentType, type PropsWithChildren, type ReactNode, useCallback, useEffect, useState } from 'react';

import classes from './state.module.css';
import { useDelayed } from './use-delayed.ts';

type Options<Props> = {
  /** Around the part until it is there. Its children are null until the code is late. */
  frame?: ComponentType<PropsWithChildren<Props>>;
  /** What stands in place of the part from the start, until its code is there or has failed. */
  loading?: ReactNode;
};

/**
 * A part of a page whose code is loaded when it is first drawn, or before that by `load`, which
 * never fails. Until the code is there, the part alone says so, and the page around it works. Code
 * that could not be loaded is asked for again at a press of a button.
 *
 * A part that is a dialog is made by `lateDialog`. `dynamic` of Next without `loading` holds back
 * the whole page, and with or without it fails for good.
 */
export function latePart<Props extends object>(
  importPart: () => Promise<ComponentType<Props>>,
  { frame: Frame = Unframed, loading }: Options<Props> = {},
) {
  let loaded: ComponentType<Props> | undefined;
  /** Resolves to whether the code is there. */
  const load = async (): Promise<boolean> => {
    try {
      loaded ??= await importPart();
      return true;
    } catch {
      return false;
    }
  };
  function Part(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded);
    const [hasFailed, setFailed] = useState(false);
    const isLate = useDelayed(Loaded === undefined);
    const settle = useCallback((isThere: boolean): void => {
      setLoaded(() => loaded);
      setFailed(!isThere);
    }, []);
    useEffect(() => void load().then(settle), [settle]);
    if (Loaded !== undefined) return <Loaded {...props} />;
    const again = (): void => {
      setFailed(false);
      void load().then(settle);
    };
    const waiting = loading ?? (isLate ? <p role="status">Loading …</p> : null);
    return <Frame {...props}>{hasFailed ? <Failed onRetry={again} /> : waiting}</Frame>;
  }
  return { Part, load };
}

function Unframed({ children }: PropsWithChildren) {
  return children;
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={classes.state} role="alert">
      <p>This part could not be loaded. If it fails again, load the page again.</p>
      <Button
        variant="default"
        size="xs"
        onClick={({ currentTarget }) => {
          // The button goes; what is typed next is still meant for the part.
          currentTarget.closest<HTMLElement>('[tabindex="-1"]')?.focus();
          onRetry();
        }}
      >
        Try again
      </Button>
    </div>
  );
}
