import { checkFile, NotChecked, verdictWords } from '@goal/browser-verifier';
import { Card } from '@goal/ui/page/card.tsx';
import { FactList } from '@goal/ui/page/fact-list.tsx';
import { WrappingText } from '@goal/ui/text/wrapping-text.tsx';
import { Button, Group, Text, Textarea } from '@mantine/core';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';

import { verifierScript } from './verifier-script.ts';
import classes from './integrity.module.css';

/** The check of a bundle in this browser: the file goes to a worker, and nowhere else. */
export function CheckCard() {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const [checkpoints, setCheckpoints] = useState('');
  const { check, begin, stop } = useCheck(checkpoints);
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(over);
  };
  return (
    <Card title="Check a bundle">
      <Text size="sm" mb="sm" maw="48rem">
        It is read in this browser, and nothing of it is sent anywhere. With a checkpoint that you kept, the check also
        shows that nothing was rewritten since then.
      </Text>
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragEnter={drag(true)}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event);
          begin(event.dataTransfer.files[0]);
        }}
      >
        <label htmlFor={id}>Bundle</label>
        <input id={id} type="file" onChange={(event) => begin(event.currentTarget.files?.[0])} />
        <span>or drop it here</span>
      </div>
      <Textarea
        label="Older checkpoint"
        description="As it was copied, or a text that holds it. Optional."
        value={checkpoints}
        onChange={(event) => setCheckpoints(event.currentTarget.value)}
        autosize
        minRows={2}
        maxRows={8}
        mt="sm"
        spellCheck={false}
      />
      {check.kind !== 'none' && (
        <Button variant="default" size="xs" mt="sm" disabled={check.kind === 'running'} onClick={() => begin()}>
          Check again
        </Button>
      )}
      <Result check={check} onStop={stop} />
    </Card>
  );
}

function Result({ check, onStop }: { check: Check; onStop: () => void }) {
  return (
    <div className={classes.result}>
      {check.kind === 'running' && (
        <Group gap="sm">
          <progress
            className={classes.bar}
            aria-label={`Check of ${check.name}`}
            max={Math.max(1, check.size)}
            value={check.bytes}
          />
          <Button variant="default" size="xs" onClick={onStop}>
            Cancel
          </Button>
        </Group>
      )}
      <p role="status" className={classes.answer} data-kind={check.kind}>
        {check.kind === 'stopped' && 'The check was stopped: nothing is known of this file.'}
        {check.kind === 'refused' && `Nothing was checked: ${check.sentence}.`}
        {(check.kind === 'verified' || check.kind === 'fault') && check.words.answer}
      </p>
      {(check.kind === 'verified' || check.kind === 'fault') && (
        <>
          <FactList
            facts={[['file', [check.name]] as const, ...check.words.rows].map(([label, lines], at) => [
              // Each log of the file has a row of this name.
              label === 'log' ? `log ${at}` : label,
              lines.map((line) => (
                <span key={line} className={classes.line}>
                  <WrappingText value={line} />
                </span>
              )),
            ])}
          />
          <Text size="sm" c="dimmed" mt="sm">
            {check.words.limits.join(' ')}
          </Text>
        </>
      )}
    </div>
  );
}

type Words = ReturnType<typeof verdictWords>;

type Check =
  | { kind: 'none' | 'stopped' }
  | { kind: 'running'; name: string; bytes: number; size: number }
  | { kind: 'refused'; sentence: string }
  | { kind: 'verified' | 'fault'; name: string; words: Words };

/** The page ends the worker when it goes away. `begin` without a file repeats the last check. */
function useCheck(checkpoints: string): {
  check: Check;
  begin: (file?: File) => void;
  stop: () => void;
} {
  const [check, setCheck] = useState<Check>({ kind: 'none' });
  const file = useRef<File>(undefined);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function run(chosen: File): Promise<void> {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    const { name, size } = chosen;
    setCheck({ kind: 'running', name, bytes: 0, size });
    const task = { file: chosen, vkeys: [], checkpoints: checkpoints.trim() === '' ? [] : [checkpoints] };
    const outcome = await checkFile(new Worker(verifierScript), task, {
      signal: mine.signal,
      onProgress: (bytes) => setCheck({ kind: 'running', name, bytes, size }),
    }).catch((error: unknown) => (error instanceof NotChecked ? error : new NotChecked(String(error))));
    // A later check has the page now.
    if (running.current !== mine) return;
    if (mine.signal.aborted) setCheck({ kind: 'stopped' });
    else if (outcome instanceof NotChecked) setCheck({ kind: 'refused', sentence: outcome.message });
    else {
      const words = verdictWords(outcome, {
        isPolicyGiven: false,
        howToGiveKey: 'to goal verify',
        howToGiveCheckpoint: 'given above',
      });
      setCheck({ kind: outcome.verified ? 'verified' : 'fault', name, words });
    }
  }

  return {
    check,
    begin: (chosen) => {
      file.current = chosen ?? file.current;
      if (file.current !== undefined) void run(file.current);
    },
    stop: () => running.current?.abort(),
  };
}
