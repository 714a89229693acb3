let typed: string | undefined;

/** Buffers keystrokes until `takeKeystrokes`, while the code of the palette is still loading. */
export function bufferKeystrokes(): void {
  if (typed !== undefined) return;
  typed = '';
  window.addEventListener('keydown', keep, true);
}

/** Returns the buffered text and stops buffering: from now on the field receives the keystrokes. */
export function takeKeystrokes(): string {
  window.removeEventListener('keydown', keep, true);
  const text = typed ?? '';
  typed = undefined;
  return text;
}

function keep(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  // The space that presses a button of the dialog that says that the code is late.
  if (event.target instanceof Element && event.target.matches('dialog button')) return;
  if (event.key === 'Backspace') typed = typed?.slice(0, -1);
  else if (event.key.length === 1) typed = `${typed ?? ''}${event.key}`;
  else return;
  event.preventDefault();
}
