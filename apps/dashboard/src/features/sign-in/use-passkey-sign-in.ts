import { useCallback, useEffect, useRef, useState } from 'react';

import { askForPasskey, NoPasskeyError, offersPasskeys, type RequestOptions } from '../../lib/passkeys.ts';
import { post } from '../../lib/post.ts';
import { sentenceOfError } from '../../lib/use-attempt.ts';

type Begun = { options: RequestOptions; ceremony: string };

/** Offered among the suggestions of the e-mail field, and by `start` in the browser's dialog. */
export function usePasskeySignIn({ isOn, onDone }: { isOn: boolean; onDone: () => void }) {
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  // The browser waits for one passkey at a time.
  const waiting = useRef<AbortController>(undefined);

  const ask = useCallback(
    async (isConditional: boolean): Promise<void> => {
      waiting.current?.abort();
      const mine = new AbortController();
      waiting.current = mine;
      const { options, ceremony } = await post<Begun>('/api/entry/passkey/begin');
      if (mine.signal.aborted) return;
      const response = await askForPasskey(options, { signal: mine.signal, isConditional });
      await post('/api/entry/passkey/finish', { ceremony, response });
      onDone();
    },
    [onDone],
  );

  useEffect(() => {
    if (!isOn) return undefined;
    const offer = async (): Promise<void> => {
      const isOffered = await offersPasskeys();
      // The person may have pressed the button meanwhile; an offer would end what they asked for.
      const isWaiting = waiting.current !== undefined && !waiting.current.signal.aborted;
      if (isOffered && !isWaiting) await ask(true);
    };
    offer().catch((error: unknown) => {
      if (!(error instanceof NoPasskeyError)) setFault(sentenceOfError(error));
    });
    return () => waiting.current?.abort();
  }, [isOn, ask]);

  const start = async (): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    try {
      await ask(false);
    } catch (error) {
      setFault(sentenceOfError(error));
      setBusy(false);
    }
  };
  return { start, fault, isBusy };
}
