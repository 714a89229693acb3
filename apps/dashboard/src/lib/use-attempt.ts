import { useState } from 'react';

import { ToldError } from './post.ts';

/**
 * What a page without a query client attempts: to post, or to ask for a passkey. A form with
 * several ways names the `way`. After a success it stays busy, because the page leads on, unless
 * the work says `stay`.
 */
export function useAttempt<Way extends string>() {
  const [busy, setBusy] = useState<{ way?: Way | undefined }>();
  const [failed, setFailed] = useState<{ error: unknown; way?: Way | undefined }>();
  const attempt = async (work: () => Promise<unknown>, way?: Way): Promise<void> => {
    setBusy({ way });
    setFailed(undefined);
    try {
      if ((await work()) === 'stay') setBusy(undefined);
    } catch (error) {
      setFailed({ error, way });
      setBusy(undefined);
    }
  };
  return {
    attempt,
    isBusy: busy !== undefined,
    busyWay: busy?.way,
    /** Why the last attempt failed, and how; undefined where it did not. */
    failed,
    fault: failed && sentenceOfError(failed.error),
  };
}

/** The sentence of whatever an attempt threw. */
export const sentenceOfError = (error: unknown): string =>
  error instanceof ToldError ? error.message : 'Something went wrong on this page.';
