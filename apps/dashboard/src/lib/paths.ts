/** The list of accounts, where a person looks for what is not at an address. */
export const accountsList = { name: 'your accounts', href: '/accounts' };

export const pathOfAccount = (id: string): string => `/a/${id}`;

/** The dialogs that an address opens, for the palette. */
export const newKeyDialog = 'new-key';
export const inviteDialog = 'invite';

const last = 'goal-account';

/** Remembers in this browser which account was used last. */
export function rememberAccount(id: string): void {
  window.localStorage.setItem(last, id);
}

export const lastAccount = (): string | null => window.localStorage.getItem(last);
