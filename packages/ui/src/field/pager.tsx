import { Button, Group, Text } from '@mantine/core';
import { useCallback } from 'react';

import { formatNumber } from '../lib/numbers.ts';
import { useUrlState } from './use-url-state.ts';

/** A cursor only leads forward, so the one before each visited page is kept. The oldest go. */
const previousCursors = new Map<string, string>();
const maxRemembered = 1000;

function remember(cursor: string, previous: string): void {
  previousCursors.set(cursor, previous);
  const [oldest] = previousCursors.keys();
  if (previousCursors.size > maxRemembered && oldest !== undefined) previousCursors.delete(oldest);
}

/** The page in the URL: its cursor (empty for the first page) and its number. */
export function usePage(): { cursor: string; page: number; turn: (cursor: string, page: number) => void } {
  const [params, change] = useUrlState();
  const cursor = params.get('cursor') ?? '';
  const given = Number(params.get('page'));
  const turn = useCallback(
    (to: string, page: number) => {
      change({ cursor: to, page: to === '' ? undefined : String(page) });
      window.scrollTo({ top: 0 });
    },
    [change],
  );
  const page = cursor === '' ? 1 : Number.isSafeInteger(given) && given > 1 ? given : 2;
  return { cursor, page, turn };
}

type PagerProps = {
  /** What the list holds: «accounts». */
  what: string;
  /** Cursor of the next page: empty on the last page, undefined while it is not known. */
  next: string | undefined;
  /** The page on screen is not the one in the URL: its `next` must not be followed. */
  isOld?: boolean;
};

export function Pager({ what, next, isOld = false }: PagerProps) {
  const { cursor, page, turn } = usePage();
  const previous = previousCursors.get(cursor);
  if (cursor === '' && (next === undefined || next === '')) return null;
  const go = (to: string | undefined, number: number): void => {
    if (to === undefined) return;
    if (number > page) remember(to, cursor);
    turn(to, number);
  };
  return (
    <Group component="nav" aria-label={`Pages of ${what}`} gap="xs" mt="sm">
      <Step name="First page" {...(cursor === '' ? {} : { onStep: () => go('', 1) })} />
      <Step name="Previous page" {...(previous === undefined ? {} : { onStep: () => go(previous, page - 1) })} />
      <Step
        name="Next page"
        {...(isOld || next === undefined || next === '' ? {} : { onStep: () => go(next, page + 1) })}
      />
      <Text size="sm" c="dimmed">
        Page {formatNumber(page)}
      </Text>
    </Group>
  );
}

/** Without `onStep` the button does nothing, but it keeps the focus. */
function Step({ name, onStep }: { name: string; onStep?: () => void }) {
  const refused = onStep === undefined ? { 'data-disabled': true, 'aria-disabled': true } : {};
  return (
    <Button variant="default" size="xs" {...refused} onClick={onStep ?? (() => {})}>
      {name}
    </Button>
  );
}
