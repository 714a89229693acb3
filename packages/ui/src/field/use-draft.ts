import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

import { useFollowedLink } from './use-followed-link.ts';
import { useHydrated } from './use-hydrated.ts';

export type Draft = {
  /** Whether the field may be typed into: not before the scripts of the page run. */
  isReady: boolean;
  text: string;
  /** Call on each change of the field: the text settles after the delay. */
  type: (text: string) => void;
  settle: (text: string) => void;
};

/**
 * The text of a field whose settled value lives elsewhere, for example in the URL. While the
 * person types, the field is ahead of that value; `onSettle` is called `delayMs` after the last
 * keystroke. A value that changes from outside (Back) appears in the field.
 */
export function useDraft(settled: string, onSettle: (text: string) => void, delayMs = 200): Draft {
  const [draft, setDraft] = useState<{ text: string; isTyping: boolean }>();
  const [seen, setSeen] = useState(settled);
  if (seen !== settled) {
    setSeen(settled);
    // The draft has settled, or the value changed from outside: only text still being typed stays.
    if (draft?.isTyping === false) setDraft(undefined);
  }
  const now = (text: string): void => {
    setDraft(text === settled ? undefined : { text, isTyping: false });
    if (text !== settled) onSettle(text);
  };
  const later = useDebouncedCallback(now, delayMs);
  useFollowedLink(draft?.isTyping === true, () => later.cancel());
  const type = (text: string): void => {
    setDraft({ text, isTyping: true });
    later(text);
  };
  return {
    isReady: useHydrated(),
    text: draft?.text ?? settled,
    type,
    settle: (text) => {
      later.cancel();
      now(text);
    },
  };
}
