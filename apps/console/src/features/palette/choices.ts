/** One line of the palette: a link (`href`) or an action (`run`). */
export type Choice = {
  /** Unique among all choices. */
  key: string;
  group: 'Recent' | 'This account' | 'Actions' | 'Pages' | 'Accounts' | 'Sites' | 'Keys';
  label: string;
  /** What it belongs to, or why it is refused. */
  hint?: string;
  href?: string;
  run?: () => void;
  isRefused?: boolean;
};

/** The choices that contain each word of `query`, ignoring case. */
export function matching(choices: readonly Choice[], query: string): Choice[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return choices.filter(({ label, group }) => words.every((word) => `${label} ${group}`.toLowerCase().includes(word)));
}

/** The id in the path of an account's page. */
export function accountAt(path: string): string | undefined {
  return /^\/accounts\/([0-9a-f-]{36})$/i.exec(path)?.[1];
}

type OpenAccount = { id: string; email: string; is_reseller: boolean };

/**
 * The actions on the open account. Its current `tab` stays open; `refusal` says why none is
 * allowed.
 */
export function accountChoices(
  { id, email, is_reseller }: OpenAccount,
  tab: string | null,
  refusal: string | undefined,
): Choice[] {
  const act = (dialog: string, label: string): Choice => ({
    key: `do-${dialog}`,
    group: 'This account',
    label,
    ...(refusal === undefined
      ? { hint: email, href: `/accounts/${id}?${new URLSearchParams({ ...(tab === null ? {} : { tab }), dialog })}` }
      : { hint: refusal, isRefused: true }),
  });
  const show = (at: string, label: string): Choice => ({
    key: `see-${at}`,
    group: 'This account',
    label,
    hint: email,
    href: `/accounts/${id}?tab=${at}`,
  });
  return [
    act('reseller', is_reseller ? 'Turn reseller off …' : 'Turn reseller on …'),
    act('plan', 'Change plan …'),
    act('site', 'Register a site …'),
    act('key', 'Create account key …'),
    act('email', 'Change e-mail …'),
    show('sites', 'Show its sites'),
    show('groups', 'Show its groups'),
    show('keys', 'Show its keys'),
    show('record', 'Show its record'),
    act('delete', 'Delete account …'),
  ];
}

/** Drops every choice whose key occurred before. */
export function distinct(choices: readonly Choice[]): Choice[] {
  const seen = new Set<string>();
  return choices.filter(({ key }) => !seen.has(key) && seen.add(key));
}

const recent: Choice[] = [];
const maxRecent = 6;

/** Remembers a visited choice. In memory only: it is gone after sign-out or when the tab closes. */
export function remember(choice: Choice): void {
  if (choice.href === undefined || choice.key.startsWith('do-') || choice.group === 'This account') return;
  const others = recent.filter(({ key }) => key !== choice.key);
  recent.splice(0, recent.length, { ...choice, group: 'Recent' }, ...others.slice(0, maxRecent - 1));
}

/** The remembered choices, newest first. */
export function recentChoices(): readonly Choice[] {
  return recent;
}
