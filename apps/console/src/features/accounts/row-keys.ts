import type { KeyboardEvent } from 'react';

/** Moves the focus to the link of another row; returns false if there is no such row. */
export function focusRow(table: HTMLTableElement | null, which: 'first' | 'next' | 'previous'): boolean {
  const links = [...(table?.querySelectorAll<HTMLAnchorElement>('a[data-row]') ?? [])];
  const at = links.findIndex((link) => link === document.activeElement);
  const link = links[which === 'first' ? 0 : which === 'next' ? at + 1 : at - 1];
  link?.focus();
  return link !== undefined;
}

/** Arrow keys move from row to row, and from the first one to the search, as Escape does. */
export function onTableKeyDown(event: KeyboardEvent<HTMLTableElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp' && event.key !== 'Escape') return;
  event.preventDefault();
  const isMoved =
    event.key !== 'Escape' && focusRow(event.currentTarget, event.key === 'ArrowDown' ? 'next' : 'previous');
  if (!isMoved && event.key !== 'ArrowDown') focusSearch();
}

function focusSearch(): void {
  document.querySelector<HTMLInputElement>('input[data-accounts-search]')?.focus();
}
