/** The list of accounts, where a person looks for what is not at an address. */
export const accountsList = { name: 'your accounts', href: '/accounts' };

export const pathOfAccount = (id: string): string => `/a/${id}`;

/** The dialogs that an address opens, for the palette. */
export const newKeyDialog = 'new-key';
export const inviteDialog = 'invite';
export const newSiteDialog = 'new-site';
export const newGroupDialog = 'new-group';

const last = 'goal-account';

export function rememberAccount(id: string): void {
  window.localStorage.setItem(last, id);
}

export const lastAccount = (): string | null => window.localStorage.getItem(last);

export const pathOfSites = (id: string): string => `${pathOfAccount(id)}/sites`;
export const pathOfSite = (id: string, site: string): string => `${pathOfSites(id)}/${site}`;
export const pathOfChoice = (id: string): string => `${pathOfSites(id)}/choose`;
export const pathOfConnect = (id: string, site: string): string => `${pathOfSite(id, site)}/connect`;
export const pathOfGroups = (id: string): string => `${pathOfAccount(id)}/groups`;
export const pathOfGroup = (id: string, group: string): string => `${pathOfGroups(id)}/${group}`;
export const pathOfUsage = (id: string): string => `${pathOfAccount(id)}/usage`;
export const pathOfEvents = (id: string): string => `${pathOfAccount(id)}/log`;

export const pathOfViews = (id: string): string => `${pathOfEvents(id)}/views`;
export const pathOfView = (id: string, view: { id: string; query: string }): string =>
  `${pathOfEvents(id)}?${view.query}${view.query === '' ? '' : '&'}view=${view.id}`;

/** The log, of one site or group where it is given. */
export const pathOfLog = (id: string, of: { site: string } | { group: string }): string =>
  `${pathOfAccount(id)}/log?${new URLSearchParams(of)}`;

/** The events with a code since a UTC day, where they were counted. */
export function pathOfCode(
  id: string,
  { code, from, site_id: site, group_id: group }: { code: number; from: string; site_id?: string; group_id?: string },
): string {
  const of = { ...(site === undefined ? {} : { site }), ...(group === undefined ? {} : { group }) };
  return `${pathOfEvents(id)}?${new URLSearchParams({ ...of, code: String(code), from: `${from}T00:00:00Z` })}`;
}

export const pathOfReport = (id: string, of?: { site: string } | { group: string }): string =>
  `${pathOfAccount(id)}/report${of === undefined ? '' : `?${new URLSearchParams(of)}`}`;

export const pathOfStreams = (id: string): string => `${pathOfAccount(id)}/streams`;
export const pathOfStream = (id: string, stream: string): string => `${pathOfStreams(id)}/${stream}`;
export const pathOfNewStream = (id: string): string => `${pathOfStreams(id)}/new`;

/** The signed log, and its bundle as a file (features/integrity/download-bundle.ts). */
export const pathOfIntegrity = (id: string): string => `${pathOfAccount(id)}/integrity`;
export const pathOfBundle = (id: string): string => `${pathOfAccount(id)}/bundle`;

/** Where a brand's logo is read (features/brand/logo-download.ts). */
export const pathOfLogo = (logoId: string): string => `/brand/${logoId}`;
