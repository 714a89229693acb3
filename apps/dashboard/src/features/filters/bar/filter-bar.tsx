import { withoutSecrets } from '@goal/contract';
import { useTRPCClient } from '@goal/ui/trpc/trpc.ts';
import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';

import { useShortcut } from '../../../lib/shortcuts.ts';
import { AddFilter } from './add-filter.tsx';
import { Chips } from './chips.tsx';
import type { Choice, Problem } from '../query/find-named.ts';
import classes from './filter-bar.module.css';
import { useLog } from '../query/log-context.tsx';
import { NameProblem } from './name-problem.tsx';
import { TimeMenu } from './time-menu.tsx';
import { lookUp } from '../query/look-up.ts';
import { completionsOf, readTyped, typedTextOf } from '../query/typed-words.ts';
import type { Question } from '../feed/use-feed.ts';

type Props = {
  question: Question;
  isReady: boolean;
  /** Whether a time is chosen beside the filters. */
  hasTime?: boolean;
};

/** A text that is not searched yet, why its names stand for nothing, and what they were chosen to be. */
type Typed = { draft?: string; problem?: Problem; chosen: readonly Choice[] };
const nothing: Typed = { chosen: [] };

/** Words of messages and typed filters, the time, and what is chosen as chips. */
export function FilterBar({ hasTime = true, ...counting }: Props) {
  const { state, change } = useLog();
  const search = useRef<HTMLInputElement>(null);
  useShortcut('/', () => search.current?.focus());
  const settled = typedTextOf(state.filters);
  const [{ draft, problem, chosen }, setTyped] = useState<Typed>(nothing);
  const [seen, setSeen] = useState(settled);
  const [sent, setSent] = useState<string>();
  const client = useTRPCClient();
  if (seen !== settled) {
    setSeen(settled);
    setSent(undefined);
    // The address follows what was sent a moment later, when more may be typed already.
    if (settled !== sent) setTyped(nothing);
  }
  const text = draft ?? sent ?? settled;
  const latestText = useRef(text);
  useEffect(() => {
    latestText.current = text;
  }, [text]);
  const find = async (choices: readonly Choice[]): Promise<void> => {
    setTyped((typed) => ({ ...typed, chosen: choices }));
    const found = await lookUp(client, readTyped(text, state.filters), choices);
    // The answer to a text that has changed since then is dropped.
    if (latestText.current !== text) return;
    // The text stays, so that it can be made clearer or sent again.
    if ('problem' in found) return setTyped((typed) => ({ ...typed, problem: found }));
    setTyped(nothing);
    setSent(typedTextOf(found.filters));
    change({
      filters: found.filters,
      faults: [...state.faults, ...found.wrong.map((one) => ({ ...one, sentence: '' }))],
    });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void find(chosen);
  };
  return (
    <search className={classes.bar}>
      <form className={classes.form} onSubmit={submit}>
        <input
          ref={search}
          type="search"
          className={classes.search}
          aria-label="Words of the message, or filters such as severity:high"
          placeholder="Words of the message, or severity:high code:4007 site:shop -user:mia"
          value={text}
          onChange={(event) => setTyped({ ...nothing, draft: withoutSecrets(event.currentTarget.value) })}
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
      <div className={classes.folded}>
        {hasTime && <TimeMenu />}
        <AddFilter {...counting} />
      </div>
      {problem !== undefined && (
        <NameProblem
          problem={problem}
          onChoose={(choice) => {
            search.current?.focus();
            void find([...chosen, choice]);
          }}
        />
      )}
      <Chips />
    </search>
  );
}
