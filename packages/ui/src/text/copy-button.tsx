import { Button, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useEffect } from 'react';

type Props = {
  value: string;
  what: string;
  /** Called after a successful copy; never if the browser forbids copying. */
  onCopied?: () => void;
  /** Whether a dialog that opens gives it the focus. */
  isFirst?: boolean;
};

/** Copies `value`. Screen readers hear `what`: «Copy key». */
export function CopyButton({ value, what, onCopied, isFirst = false }: Props) {
  const { copy, copied, error } = useClipboard({ timeout: 2000 });
  useEffect(() => {
    if (copied) onCopied?.();
  }, [copied, onCopied]);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        onClick={() => copy(value)}
        aria-label={`Copy ${what}`}
        data-autofocus={isFirst || undefined}
      >
        {copied ? 'Copied' : 'Copy'}
      </Button>
      <VisuallyHidden role="status">
        {error !== null ? 'Copying failed: select the text and copy it yourself' : copied ? 'Copied' : ''}
      </VisuallyHidden>
    </>
  );
}
