let name = 'service';

/** Sets what the app calls itself in a sentence: `console`. Each app does so once, as it loads. */
export function setAppName(to: string): void {
  name = to;
}

export function appName(): string {
  return name;
}
