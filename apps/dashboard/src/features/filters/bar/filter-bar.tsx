import type { AppRouter } from '@goal/client/trpc';
import { withoutSecrets } from '@goal/contract';
import { latePart } from '@goal/ui/state/late-part.tsx';
import { useTRPCClient } from '@goal/ui/trpc/trpc.ts';
import { Button } from '@mantine/core';
import type { TRPCClient } from '@trpc/client';
import { type FormEvent, useEffect, useRef, useState } from 'react';

import { useButtonKey, useShortcut } from '../../../lib/shortcuts.ts';
import { Chips } from './chips.tsx';
import type { Choice, Found, Problem } from '../query/find-named.ts';
import { useLog } from '../query/log-context.tsx';
import { Menu } from './menu.tsx';
import { TimeMenu } from './time-menu.tsx';
import { completionsOf, readTyped, type Typed, typedTextOf } from '../query/typed-words.ts';
import type { Question } from '../feed/use-feed.ts';
import classes from './filter-bar.module.css';

type Props = { question: Question; isReady: boolean; hasTime?: boolean };

/** Why the names of a text stand for nothing, and what they were chosen to be. */
type Unsearched = { draft?: string; problem?: Problem; chosen: readonly Choice[] };
const nothing: Unsearched = { chosen: [] };

export function FilterBar({ hasTime = true, ...counting }: Props) {
  const { state, current, change } = useLog();
  const search = useRef<HTMLInputElement>(null);
  useShortcut('/', () => search.current?.focus());
  const settled = typedTextOf(state.filters);
  const [{ draft, problem, chosen }, setTyped] = useState<Unsearched>(nothing);
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
    const found = await lookUp(client, readTyped(text, current().filters), choices);
    // The answer to a text that has changed since then is dropped.
    if (latestText.current !== text) return;
    // The text stays, so that it can be made clearer or sent again.
    if ('problem' in found) return setTyped((typed) => ({ ...typed, problem: found }));
    setTyped(nothing);
    setSent(typedTextOf(found.filters));
    change({
      filters: found.filters,
      faults: [...current().faults, ...found.wrong.map((one) => ({ ...one, sentence: '' }))],
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

/** Its code is loaded for the first name. */
async function lookUp(client: TRPCClient<AppRouter>, typed: Typed, chosen: readonly Choice[]): Promise<Found> {
  if (typed.named.length === 0) return typed;
  const code = await import('../query/find-named.ts').catch(() => undefined);
  return (
    code?.findNamed(client, typed, chosen) ?? { problem: 'The names could not be looked up. Try again.', choices: [] }
  );
}

const menu = 'log-filter';
const { Part: FilterForm, load } = latePart(() => import('./filter-form.tsx').then((module) => module.FilterForm));

function AddFilter(counting: { question: Question; isReady: boolean }) {
  const ref = useButtonKey('f');
  return (
    <Menu id={menu} name="Add a filter" title="+ Filter" button={{ ref, size: 'sm' }} load={load}>
      {(isOpen) => <FilterForm menu={menu} isOpen={isOpen} {...counting} />}
    </Menu>
  );
}

type NameProblemProps = { problem: Problem; onChoose: (choice: Choice) => void };

function NameProblem({ problem: { problem, choices }, onChoose }: NameProblemProps) {
  return (
    <div className={classes.problem}>
      <p role="alert">{problem}</p>
      {choices.length > 0 && (
        <ul aria-label="What the name may mean" className={classes.chips}>
          {choices.map((choice) => (
            <li key={choice.id}>
              <button type="button" className={classes.match} onClick={() => onChoose(choice)}>
                {choice.label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
