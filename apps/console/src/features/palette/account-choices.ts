import type { Choice } from '@goal/ui/palette/choices.ts';

export function accountAt(path: string): string | undefined {
  return /^\/accounts\/([0-9a-f-]{36})$/i.exec(path)?.[1];
}

type OpenAccount = { id: string; email: string; is_reseller: boolean };

/** The current `tab` stays open; `refusal` says why no action is allowed. */
export function accountChoices(
  { id, email, is_reseller }: OpenAccount,
  tab: string | null,
  refusal: string | undefined,
): Choice[] {
  const act = (dialog: string, label: string): Choice => ({
    key: `do-${dialog}`,
    group: 'This account',
    isTransient: true,
    label,
    ...(refusal === undefined
      ? { hint: email, href: `/accounts/${id}?${new URLSearchParams({ ...(tab === null ? {} : { tab }), dialog })}` }
      : { hint: refusal, isRefused: true }),
  });
  const show = (at: string, label: string): Choice => ({
    key: `see-${at}`,
    group: 'This account',
    isTransient: true,
    label,
    hint: email,
    href: `/accounts/${id}?tab=${at}`,
  });
  return [
    act('reseller', is_reseller ? 'Turn reseller off …' : 'Turn reseller on …'),
    act('plan', 'Change plan …'),
    act('site', 'Register a site …'),
    act('key', 'Create account key …'),
    act('invite', 'Invite its owner …'),
    act('email', 'Change e-mail or name …'),
    show('sites', 'Show its sites'),
    show('groups', 'Show its groups'),
    show('keys', 'Show its keys'),
    show('people', 'Show its people'),
    show('streams', 'Show its streams'),
    show('record', 'Show its record'),
    act('delete', 'Delete account …'),
  ];
}
