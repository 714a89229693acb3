import { useFocusBack } from '@goal/ui/dialog/use-focus-back.ts';
import { WriteButton } from '@goal/ui/write/write-button.tsx';
import { countOf } from '@goal/ui/lib/numbers.ts';
import { Button, Code, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useCallback, useRef, useState } from 'react';

import { WhyField } from '../why/why-field.tsx';
import { type Effect, isActedOn, type SeveralRow, SeveralRows } from './several-rows.tsx';
import { type Outcome, progressOf, runRows } from './run-rows.ts';
import classes from './several.module.css';

type Props = {
  title: string;
  noun: string;
  rows: readonly SeveralRow[];
  /** What will become of each, by its id; a row without one is still loading. */
  effects: ReadonlyMap<string, Effect>;
  /** What all of them lose together, in one sentence. */
  warning?: string | undefined;
  /** Label of the button, for a number of rows: «Change the plan of 18 accounts». */
  action: (count: string) => string;
  color?: string;
  blocked?: string | undefined;
  /** Whether the act cannot be undone: then it is typed first. */
  isFinal?: boolean;
  hasWhy?: boolean;
  /** Does it to one row, and resolves to what was done. Without a reason `why` is empty. */
  act: (id: string, why: string) => Promise<string>;
  /** Called when the first row begins: the effects need no further look. */
  onBegin?: () => void;
  /** Called when it closes after a run; until then the list behind it keeps its rows. */
  onEnd: () => void;
  onClose: () => void;
  children?: ReactNode;
};

/** Does the same to several rows, one after the other, and says what has become of each. */
export function SeveralDialog({ title, noun, rows, effects, warning, action, color = 'indigo', ...props }: Props) {
  useFocusBack();
  const [why, setWhy] = useState('');
  const [typed, setTyped] = useState('');
  const [hasBegun, setBegun] = useState(false);
  const { outcomes, isRunning, start, stop } = useRun((id) => props.act(id, why));
  const ids = rows.filter(({ id }) => isActedOn(effects.get(id))).map(({ id }) => id);
  const { done, refused, left } = progressOf(ids, outcomes);
  const isLoading = rows.some(({ id }) => !effects.has(id));
  const verb = action(countOf(left.length, noun));
  const final = `delete ${countOf(ids.length, noun)}`;
  const isUntyped = props.isFinal === true && typed.trim() !== final;
  const blocked =
    props.blocked ??
    (isLoading ? 'Loading what this will do …' : left.length === 0 ? 'Nothing would change' : undefined) ??
    (isUntyped ? `Type «${final}» first` : undefined);
  const begin = (): void => {
    if (!hasBegun) props.onBegin?.();
    setBegun(true);
    void start(left);
  };
  const isOver = hasBegun && !isRunning;
  const close = (): void => {
    if (hasBegun) props.onEnd();
    props.onClose();
  };
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      size="xl"
      closeOnClickOutside={!hasBegun && why === ''}
      closeOnEscape={!isRunning}
      withCloseButton={!isRunning}
    >
      <Stack gap="sm">
        {!hasBegun && props.children}
        <Text size="sm" role="status">
          {hasBegun
            ? progressSentence(ids.length, done, refused, isRunning)
            : plannedSentence(rows.length, ids.length, noun, isLoading)}
        </Text>
        {!hasBegun && warning !== undefined && (
          <Text size="sm" className={classes.warning}>
            {warning}
          </Text>
        )}
        <SeveralRows label={title} rows={rows} effects={effects} outcomes={outcomes} />
        {!hasBegun && props.hasWhy !== false && <WhyField value={why} onChange={setWhy} />}
        {!hasBegun && props.isFinal === true && (
          <TextInput
            label={
              <>
                Type <Code>{final}</Code> to confirm
              </>
            }
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
          />
        )}
        <Group justify="flex-end" gap="xs" className={classes.foot}>
          {isRunning ? (
            <Button variant="default" onClick={stop}>
              Stop after this one
            </Button>
          ) : (
            <Button variant="default" onClick={close} data-autofocus>
              {hasBegun ? 'Close' : 'Cancel'}
            </Button>
          )}
          {(!isOver || left.length > 0) && (
            <WriteButton onClick={begin} loading={isRunning} blocked={isRunning ? undefined : blocked} color={color}>
              {isOver ? `Try again: ${verb}` : verb}
            </WriteButton>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

function plannedSentence(all: number, changing: number, noun: string, isLoading: boolean): string {
  if (isLoading) return `${countOf(all, noun)} selected.`;
  if (changing === all) return `${countOf(all, noun)} selected; each of them changes.`;
  return `${countOf(all, noun)} selected; ${changing === 0 ? 'none of them changes' : `${changing} of them ${changing === 1 ? 'changes' : 'change'}`}.`;
}

function progressSentence(all: number, done: number, refused: number, isRunning: boolean): string {
  const sofar = `${done} of ${all} done${refused === 0 ? '' : `, ${refused} refused`}`;
  if (isRunning) return `${sofar} …`;
  return done === all ? `All ${all} done.` : `${sofar}. The rows below say why.`;
}

function useRun(act: (id: string) => Promise<string>) {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [isRunning, setRunning] = useState(false);
  const isStopped = useRef(false);
  const start = async (ids: readonly string[]): Promise<void> => {
    isStopped.current = false;
    setRunning(true);
    await runRows(ids, {
      act,
      onOutcome: (id, outcome) => setOutcomes((before) => new Map(before).set(id, outcome)),
      isStopped: () => isStopped.current,
    });
    setRunning(false);
  };
  const stop = useCallback(() => (isStopped.current = true), []);
  return { outcomes, isRunning, start, stop };
}
