let typed: string | undefined;

/** Keeps what is typed from now on until `takeKeys`: the palette's own code is still on its way, and its field with it. */
export function keepKeys(): void {
  if (typed !== undefined) return;
  typed = '';
  window.addEventListener('keydown', keep, true);
}

/** What was typed since; from now on the field takes it. */
export function takeKeys(): string {
  window.removeEventListener('keydown', keep, true);
  const text = typed ?? '';
  typed = undefined;
  return text;
}

function keep(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Backspace') typed = typed?.slice(0, -1);
  else if (event.key.length === 1) typed = `${typed ?? ''}${event.key}`;
  else return;
  event.preventDefault();
}
