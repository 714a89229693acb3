/** One line of the palette: a link (`href`) or an action (`run`). */
export type Choice = {
  /** Unique among all choices. */
  key: string;
  /** The heading it stands under: «Pages». */
  group: string;
  label: string;
  /** What it belongs to, or why it is refused. */
  hint?: string;
  href?: string;
  run?: () => void;
  isRefused?: boolean;
  /** Never listed as recent: an action, or a part of the open page. */
  isTransient?: boolean;
};

/** The choices that contain each word of `query`, ignoring case. */
export function matching(choices: readonly Choice[], query: string): Choice[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return choices.filter(({ label, group }) => words.every((word) => `${label} ${group}`.toLowerCase().includes(word)));
}

export function distinct(choices: readonly Choice[]): Choice[] {
  const seen = new Set<string>();
  return choices.filter(({ key }) => !seen.has(key) && seen.add(key));
}

const recent: Choice[] = [];
const maxRecent = 6;

/** Remembers a visited choice. In memory only: it is gone after sign-out or when the tab closes. */
export function remember(choice: Choice): void {
  if (choice.href === undefined || choice.isTransient === true) return;
  const others = recent.filter(({ key }) => key !== choice.key);
  recent.splice(0, recent.length, { ...choice, group: 'Recent' }, ...others.slice(0, maxRecent - 1));
}

export function recentChoices(): readonly Choice[] {
  return recent;
}
