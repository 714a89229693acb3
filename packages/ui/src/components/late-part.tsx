'use client';

import { Button } from '@mantine/core';
import { type ComponentType, type PropsWithChildren, useCallback, useEffect, useState } from 'react';

import classes from './ui.module.css';
import { useDelayed } from './use-delayed.ts';

type Options<Props> = {
  /** What is around the part until it is there. */
  frame?: ComponentType<PropsWithChildren<Props>>;
};

/**
 * A part of a page whose code is loaded when it is first drawn, or before that by `load`, which
 * never fails. Until the code is there, the part alone says so, and the page around it works. Code
 * that could not be loaded is asked for again at a press of a button.
 *
 * `dynamic` of Next without `loading` holds back the whole page, and fails for good.
 */
export function latePart<Props extends object>(
  importPart: () => Promise<ComponentType<Props>>,
  { frame: Frame = Unframed }: Options<Props> = {},
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
    return <Frame {...props}>{hasFailed ? <Failed onRetry={again} /> : <Loading />}</Frame>;
  }
  return { Part, load };
}

function Unframed({ children }: PropsWithChildren) {
  return children;
}

function Loading() {
  return useDelayed(true) ? <p role="status">Loading …</p> : null;
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
