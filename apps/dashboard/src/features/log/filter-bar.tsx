'use client';

import { withoutSecrets } from '@goal/contract';
import { useTRPCClient } from '@goal/ui/trpc/trpc.ts';
import { Button } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';

import { useShortcut } from '../../lib/shortcuts.ts';
import { AddFilter } from './add-filter.tsx';
import { Chips } from './chips.tsx';
import { findNamed } from './find-named.ts';
import classes from './filter-bar.module.css';
import { useLog } from './log-context.tsx';
import { TimeMenu } from './time-menu.tsx';
import { completionsOf, readTyped, typedTextOf } from './typed-words.ts';
import type { Question } from './use-feed.ts';

type Props = {
  question: Question;
  isReady: boolean;
  /** Whether a time is chosen beside the filters. */
  hasTime?: boolean;
};

/** Words of messages and typed filters, the time, and what is chosen as chips. */
export function FilterBar({ hasTime = true, ...counting }: Props) {
  const { state, change } = useLog();
  const search = useRef<HTMLInputElement>(null);
  useShortcut('/', () => search.current?.focus());
  const settled = typedTextOf(state.filters);
  const [draft, setDraft] = useState<string>();
  const [seen, setSeen] = useState(settled);
  const [problem, setProblem] = useState('');
  const client = useTRPCClient();
  if (seen !== settled) {
    setSeen(settled);
    setDraft(undefined);
  }
  const text = draft ?? settled;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const typed = readTyped(text, state.filters);
    const found = await findNamed(client, typed);
    // The text stays, so that it can be made clearer or sent again.
    if ('problem' in found) return setProblem(found.problem);
    setProblem('');
    setDraft(undefined);
    change({
      filters: found.filters,
      faults: [...state.faults, ...found.wrong.map((one) => ({ ...one, sentence: '' }))],
    });
  };
  return (
    <search className={classes.bar}>
      <form className={classes.form} onSubmit={(event) => void submit(event)}>
        <input
          ref={search}
          type="search"
          className={classes.search}
          aria-label="Words of the message, or filters such as severity:high"
          placeholder="Words of the message, or severity:high code:4007 site:shop -user:mia"
          value={text}
          onChange={(event) => {
            setDraft(withoutSecrets(event.currentTarget.value));
            setProblem('');
          }}
          list="log-completions"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          dir="auto"
        />
        <datalist id="log-completions">
          {completionsOf(draft ?? '').map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </datalist>
        <Button type="submit" variant="default" size="sm">
          Search
        </Button>
      </form>
      {hasTime && <TimeMenu />}
      <AddFilter {...counting} />
      {problem !== '' && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      <Chips />
    </search>
  );
}
