import { bareText, withoutSecrets } from '@goal/contract';
import { Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRouter } from 'next/navigation';
import { type KeyboardEvent, useEffect, useState } from 'react';

import { failureOf } from '../lib/errors.ts';
import { bidiIsolate } from '../lib/bidi-isolate.ts';
import { countOf } from '../lib/numbers.ts';
import { useFocusBack } from '../dialog/use-focus-back.ts';
import { type Choice, distinct, matching, recentChoices, remember } from './choices.ts';
import classes from './palette.module.css';

export type SearchResults = { choices: Choice[]; isSearching: boolean; error: unknown };

type Contents = {
  /** Names the field: «Jump to an account, site, key, page or action». */
  label: string;
  placeholder: string;
  /** A hook: the choices that need no search. */
  useDefaultChoices: () => Choice[];
  /** A hook: what the typed text finds. */
  useSearchResults: (query: string) => SearchResults;
};
type Props = Contents & { opened: boolean; onClose: () => void };

/** Opened by ⌘K. The same hooks must be given at each rendering. */
export function Palette({ opened, ...props }: Props) {
  return opened ? <OpenPalette {...props} /> : null;
}

function OpenPalette({ label, placeholder, onClose, ...hooks }: Omit<Props, 'opened'>) {
  useFocusBack();
  const [text, setText] = useState('');
  const { choices, active, isSearching, error, choose, highlight, onKeyDown } = useChoices(text.trim(), onClose, hooks);
  const activeId = active && optionId(active);
  const take = (field: HTMLInputElement, typed: string): void => {
    // An admin token or a key may be pasted here: its secret part is cut off.
    const kept = withoutSecrets(typed);
    if (field.value !== kept) field.value = kept;
    setText(kept);
    highlight(undefined);
  };
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      size="lg"
      yOffset="8dvh"
      padding={0}
      attributes={{ content: { 'aria-label': 'Jump to' } }}
    >
      <TextInput
        role="combobox"
        aria-label={label}
        aria-expanded
        aria-controls="palette-list"
        aria-autocomplete="list"
        {...(activeId === undefined ? {} : { 'aria-activedescendant': activeId })}
        placeholder={placeholder}
        size="md"
        variant="unstyled"
        className={classes.field}
        // The field keeps its own text. Just after a navigation React applies state late: a field
        // that it controls got its former text back, and lost the first letters.
        defaultValue=""
        onChange={({ currentTarget: field }) => take(field, field.value)}
        onKeyDown={onKeyDown}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        data-autofocus
      />
      <ChoiceList choices={choices} active={active} onChoose={choose} />
      <p role="status" className={classes.status}>
        {statusOf(choices.length, isSearching, text.trim())}
        {error !== null && ` ${failureOf(error).sentence}`}
      </p>
    </Modal>
  );
}

type Hooks = Pick<Contents, 'useDefaultChoices' | 'useSearchResults'>;

/** Which choices fit `query`, which one is highlighted, and how the keyboard moves. */
function useChoices(query: string, onClose: () => void, { useDefaultChoices, useSearchResults }: Hooks) {
  const router = useRouter();
  const [settled] = useDebouncedValue(query, 150);
  const found = useSearchResults(bareText(settled));
  const defaults = useDefaultChoices();
  const choices =
    query === '' ? distinct([...recentChoices(), ...defaults]) : [...matching(defaults, query), ...found.choices];
  const [wanted, setWanted] = useState<string>();
  const [isEnterPending, setEnterPending] = useState(false);
  const active = choices.find(({ key }) => key === wanted) ?? choices[0];
  const isSearching = query !== settled || found.isSearching;
  // While a search runs, its former results may still be listed: Enter must not open one of them.
  const isStale = isSearching && (active === undefined || !defaults.includes(active));

  const highlight = (key: string | undefined): void => {
    setWanted(key);
    setEnterPending(false);
  };
  const choose = (choice: Choice | undefined): void => {
    if (choice === undefined || choice.isRefused === true) return;
    remember(choice);
    onClose();
    if (choice.href === undefined) choice.run?.();
    else router.push(choice.href);
  };
  useEffect(() => {
    if (isEnterPending && !isStale) choose(active);
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const index = active === undefined ? -1 : choices.indexOf(active);
    if (event.key === 'ArrowDown') setWanted(choices[(index + 1) % choices.length]?.key);
    else if (event.key === 'ArrowUp') setWanted(choices.at(index - 1)?.key);
    else if (event.key === 'Enter') {
      if (isStale) setEnterPending(true);
      else choose(active);
    } else return;
    event.preventDefault();
  };
  return { choices, active, isSearching, error: found.error, choose, highlight, onKeyDown };
}

function statusOf(count: number, isSearching: boolean, query: string): string {
  if (isSearching) return 'Searching …';
  if (count === 0) return `Nothing found for «${bidiIsolate(query)}».`;
  return query === '' ? 'Arrows to choose, Enter to go.' : countOf(count, 'result');
}

const optionId = ({ key }: Choice): string => `palette-${key}`;

type ChoiceListProps = { choices: readonly Choice[]; active: Choice | undefined; onChoose: (choice: Choice) => void };

/** The choices by group. The focus stays in the field, which names the active choice. */
function ChoiceList({ choices, active, onChoose }: ChoiceListProps) {
  const groups = [...new Set(choices.map(({ group }) => group))];
  return (
    <div id="palette-list" role="listbox" aria-label="Choices" className={classes.list}>
      {groups.map((group) => (
        <div key={group} role="group" aria-label={group}>
          <div className={classes.group} aria-hidden>
            {group}
          </div>
          {choices
            .filter((choice) => choice.group === group)
            .map((choice) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles the keys for the whole list
              <div
                key={choice.key}
                id={optionId(choice)}
                role="option"
                tabIndex={-1}
                aria-selected={choice === active}
                aria-disabled={choice.isRefused === true}
                className={classes.choice}
                onClick={() => onChoose(choice)}
              >
                <bdi className={classes.label}>{choice.label}</bdi>
                {choice.hint !== undefined && <bdi className={classes.hint}>{choice.hint}</bdi>}
              </div>
            ))}
        </div>
      ))}
    </div>
  );
}
