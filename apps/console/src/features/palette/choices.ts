/** One line of the palette: leads somewhere or does something. */
export type Choice = {
  /** Unlike that of every other choice. */
  key: string;
  group: 'Recent' | 'This account' | 'Actions' | 'Pages' | 'Accounts' | 'Sites' | 'Keys';
  label: string;
  /** What it belongs to, or why it cannot be done. */
  hint?: string;
  href?: string;
  run?: () => void;
  isRefused?: boolean;
};

/** Those whose words hold each word of `query`, in any case. */
export function matching(choices: readonly Choice[], query: string): Choice[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return choices.filter(({ label, group }) => words.every((word) => `${label} ${group}`.toLowerCase().includes(word)));
}

/** The id in the path of an account's page. */
export function accountAt(path: string): string | undefined {
  return /^\/accounts\/([0-9a-f-]{36})$/i.exec(path)?.[1];
}

type OpenAccount = { id: string; email: string; is_reseller: boolean };

/** What can be done with the account that is open; `tab` is kept. */
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
  const see = (at: string, label: string): Choice => ({
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
    see('sites', 'Show its sites'),
    see('groups', 'Show its groups'),
    see('keys', 'Show its keys'),
    see('record', 'Show its record'),
    act('delete', 'Delete account …'),
  ];
}

/** Of equal keys the first stays. */
export function distinct(choices: readonly Choice[]): Choice[] {
  const seen = new Set<string>();
  return choices.filter(({ key }) => !seen.has(key) && seen.add(key));
}

const recent: Choice[] = [];
const mostRecent = 6;

/** Remembers where somebody went. In memory only: it ends with the session and with the tab. */
export function remember(choice: Choice): void {
  if (choice.href === undefined || choice.key.startsWith('do-') || choice.group === 'This account') return;
  const others = recent.filter(({ key }) => key !== choice.key);
  recent.splice(0, recent.length, { ...choice, group: 'Recent' }, ...others.slice(0, mostRecent - 1));
}

/** Where they went last, the newest first. */
export function recentChoices(): readonly Choice[] {
  return recent;
}
