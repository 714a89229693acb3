'use client';

import { bareText, withoutSecrets } from '@goal/contract';
import { Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRouter } from 'next/navigation';
import { type KeyboardEvent, useEffect, useState } from 'react';

import { failureOf } from '../../trpc/errors.ts';
import { isolated } from '../../ui/isolated.ts';
import { useFocusBack } from '../../ui/use-focus-back.ts';
import { type Choice, distinct, matching, recentChoices, remember } from './choices.ts';
import { ChoiceList, optionId } from './choice-list.tsx';
import classes from './palette.module.css';
import { takeKeys } from './early-keys.ts';
import { useFound } from './use-found.ts';
import { useStanding } from './use-standing.ts';

type Props = { opened: boolean; onClose: () => void };

/** What ⌘K opens: a field and a list, by keyboard alone, that lead to any account, site, key, page or act. */
export function Palette({ opened, onClose }: Props) {
  return opened ? <OpenPalette onClose={onClose} /> : null;
}

function OpenPalette({ onClose }: { onClose: () => void }) {
  useFocusBack();
  const router = useRouter();
  const [text, setText] = useState('');
  const query = text.trim();
  const [settled] = useDebouncedValue(query, 150);
  const found = useFound(bareText(settled));
  const standing = useStanding();
  const choices =
    query === '' ? distinct([...recentChoices(), ...standing]) : [...matching(standing, query), ...found.choices];
  const [wanted, setWanted] = useState<string>();
  // Enter came before the answer: what stands there then may not be what is meant.
  const [isEager, setEager] = useState(false);
  const active = choices.find(({ key }) => key === wanted) ?? choices[0];
  const activeId = active && optionId(active);
  const isSearching = query !== settled || found.isSearching;
  const isStale = isSearching && (active === undefined || !standing.includes(active));

  const choose = (choice: Choice | undefined): void => {
    if (choice === undefined || choice.isRefused === true) return;
    remember(choice);
    onClose();
    if (choice.href === undefined) choice.run?.();
    else router.push(choice.href);
  };
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  useEffect(() => {
    if (isEager && !isStale) choose(active);
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const at = active === undefined ? -1 : choices.indexOf(active);
    if (event.key === 'ArrowDown') setWanted(choices[(at + 1) % choices.length]?.key);
    else if (event.key === 'ArrowUp') setWanted(choices.at(at - 1)?.key);
    else if (event.key === 'Enter') {
      if (isStale) setEager(true);
      else choose(active);
    } else return;
    event.preventDefault();
  };
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
        aria-label="Jump to an account, site, key, page or action"
        aria-expanded
        aria-controls="palette-list"
        aria-autocomplete="list"
        {...(activeId === undefined ? {} : { 'aria-activedescendant': activeId })}
        placeholder="E-mail, domain, key prefix, page …"
        size="md"
        variant="unstyled"
        className={classes.field}
        value={text}
        onFocus={() => {
          const early = takeKeys();
          if (early !== '') setText(withoutSecrets(early));
        }}
        onChange={(event) => {
          setText(withoutSecrets(event.currentTarget.value));
          setWanted(undefined);
          setEager(false);
        }}
        onKeyDown={onKeyDown}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        data-autofocus
      />
      <ChoiceList choices={choices} active={active} onChoose={choose} />
      <p role="status" className={classes.status}>
        {statusOf(choices.length, isSearching, query)}
        {found.error !== null && ` ${failureOf(found.error).sentence}`}
      </p>
    </Modal>
  );
}

function statusOf(count: number, isSearching: boolean, query: string): string {
  if (isSearching) return 'Searching …';
  if (count === 0) return `Nothing found for «${isolated(query)}».`;
  return query === '' ? 'Arrows to choose, Enter to go.' : `${count} ${count === 1 ? 'result' : 'results'}`;
}
