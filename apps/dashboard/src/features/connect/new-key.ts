type NewKey = { site: string; token: string };

let kept: NewKey | undefined;

/** Keeps a key in the memory of this page, until another page asks for it or it is loaded again. */
export function keepNewKey(key: NewKey): void {
  kept = key;
}

export const newKeyOf = (site: string): string | undefined => (kept?.site === site ? kept.token : undefined);

export function forgetNewKey(): void {
  kept = undefined;
}
