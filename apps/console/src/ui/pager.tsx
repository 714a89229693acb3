'use client';

import { Button, Group, Text } from '@mantine/core';
import { useCallback } from 'react';

import { formatNumber } from './numbers.ts';
import { useUrlState } from './use-url-state.ts';

/** Which cursor came before a cursor, as far as this visit knows: a cursor itself leads on only. The oldest are forgotten. */
const before = new Map<string, string>();
const mostRemembered = 1000;

function remember(cursor: string, previous: string): void {
  before.set(cursor, previous);
  const [oldest] = before.keys();
  if (before.size > mostRemembered && oldest !== undefined) before.delete(oldest);
}

/** The page that the URL names: its cursor (empty: the first page), and its number for people. */
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
  /** Of the list: «accounts». */
  what: string;
  /** The cursor that the shown page came with: empty on the last, undefined while it is not known. */
  next: string | undefined;
  /** The shown page is not the one that the URL names: its cursor leads nowhere now. */
  isOld?: boolean;
};

/** Through the pages of a list. */
export function Pager({ what, next, isOld = false }: PagerProps) {
  const { cursor, page, turn } = usePage();
  const previous = before.get(cursor);
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

/** Without `onStep` there is nothing there; the button keeps the focus all the same. */
function Step({ name, onStep }: { name: string; onStep?: () => void }) {
  const refused = onStep === undefined ? { 'data-disabled': true, 'aria-disabled': true } : {};
  return (
    <Button variant="default" size="xs" {...refused} onClick={onStep ?? (() => {})}>
      {name}
    </Button>
  );
}
