'use client';

import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';

export type Draft = {
  /** What the field shows. */
  text: string;
  /** At each change of the field: settles after the delay. */
  type: (text: string) => void;
  /** Settles now. */
  settle: (text: string) => void;
};

/**
 * The text of a field whose settled value lives elsewhere, for instance in the URL: while somebody types it runs ahead, and `onSettle` hears of
 * it `delay` milliseconds after the last key. A value that changes from outside (Back) shows in the field.
 */
export function useDraft(settled: string, onSettle: (text: string) => void, delay = 200): Draft {
  const [draft, setDraft] = useState<{ text: string; isTyping: boolean }>();
  const [seen, setSeen] = useState(settled);
  if (seen !== settled) {
    setSeen(settled);
    // Either it has arrived, or something else has come; only what is still being typed goes before that.
    if (draft?.isTyping === false) setDraft(undefined);
  }
  const now = (text: string): void => {
    setDraft(text === settled ? undefined : { text, isTyping: false });
    if (text !== settled) onSettle(text);
  };
  const later = useDebouncedCallback(now, delay);
  const isTyping = draft?.isTyping === true;
  useEffect(() => {
    if (!isTyping) return undefined;
    // Who follows a link is leaving: to change the address then would call that off.
    const leave = ({ target }: Event): void => {
      if (target instanceof Element && target.closest('a[href]') !== null) later.cancel();
    };
    document.addEventListener('click', leave, true);
    return () => document.removeEventListener('click', leave, true);
  }, [isTyping, later]);
  return {
    text: draft?.text ?? settled,
    type: (text) => {
      setDraft({ text, isTyping: true });
      later(text);
    },
    settle: (text) => {
      later.cancel();
      now(text);
    },
  };
}
