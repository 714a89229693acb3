'use client';

import { Button, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useEffect } from 'react';

type Props = {
  value: string;
  what: string;
  /** Called once it was copied: where the browser forbids it, never. */
  onCopied?: () => void;
};

/** Copies `value`; `what` is its name for screen readers: «Copy key». */
export function CopyButton({ value, what, onCopied }: Props) {
  const { copy, copied, error } = useClipboard({ timeout: 2000 });
  useEffect(() => {
    if (copied) onCopied?.();
  }, [copied, onCopied]);
  return (
    <>
      <Button variant="default" size="xs" onClick={() => copy(value)} aria-label={`Copy ${what}`}>
        {copied ? 'Copied' : 'Copy'}
      </Button>
      <VisuallyHidden role="status">
        {error !== null ? 'Copying failed: select it by hand' : copied ? 'Copied' : ''}
      </VisuallyHidden>
    </>
  );
}
