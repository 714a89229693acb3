const kept = 'goal-notice';

/** Keeps a notice in this tab for the page that loads next. */
export function keepNotice(message: string): void {
  window.sessionStorage.setItem(kept, message);
}

/** Returns the kept notice, once; null if there is none. */
export function takeNotice(): string | null {
  const message = window.sessionStorage.getItem(kept);
  window.sessionStorage.removeItem(kept);
  return message;
}
