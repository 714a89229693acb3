import type { DemoKeys } from './keys.ts';

/** Lines to paste into a shell while a server runs, each with a description. */
export function curlLines(baseUrl: string, keys: DemoKeys, now: number): { shows: string; line: string }[] {
  const [group = { name: '', key: keys.account }] = keys.groups;
  const { domain } = keys.site;
  const bearer = (key: string): string => `-H 'Authorization: Bearer ${key}'`;
  const site = `${bearer(keys.site.key)} -H 'X-Site-Domain: ${domain}'`;
  const login = { code: 1000, severity: 'low', object: 'user', event_type: 'login', user_id: 1, username: 'admin' };
  const event = { occurred_at: new Date(now).toISOString(), ...login, message: 'User admin logged in.' };
  const sends = `${site} -H 'Content-Type: application/json' -d '${JSON.stringify(event)}'`;
  const ofAccount = '/account/events?limit=5';
  const curl = (shows: string, path: string, headers: string) => ({
    shows,
    line: `curl -sS -w '\\n' ${headers} '${baseUrl}${path}'`,
  });
  return [
    curl('the account of its key', '/account/me', bearer(keys.account)),
    curl('the critical and high events of all its sites', `${ofAccount}&severity=critical,high`, bearer(keys.account)),
    curl(`the events of the group ${group.name}, with the group's own key`, ofAccount, bearer(group.key)),
    curl(`the events of ${domain}, with its site key`, '/events?limit=5', site),
    curl(`send an event from ${domain}`, '/events', sends),
  ];
}
