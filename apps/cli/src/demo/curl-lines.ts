import type { DemoKeys } from './keys.ts';

/** Lines to paste into a shell while a server runs, each with a description. */
export function curlLines(baseUrl: string, keys: DemoKeys, now: number): { shows: string; line: string }[] {
  const [group] = keys.groups;
  const bearer = (key: string): string => `-H 'Authorization: Bearer ${key}'`;
  const site = `${bearer(keys.site.key)} -H 'X-Site-Domain: ${keys.site.domain}'`;
  const event = {
    occurred_at: new Date(now).toISOString(),
    code: 1000,
    severity: 'low',
    object: 'user',
    event_type: 'login',
    message: 'User admin logged in.',
    user_id: 1,
    username: 'admin',
  };
  const get = (path: string, headers: string): string => `curl -sS -w '\\n' ${headers} '${baseUrl}${path}'`;
  return [
    { shows: 'the account of its key', line: get('/account/me', bearer(keys.account)) },
    {
      shows: 'the critical and high events of all its sites',
      line: get('/account/events?severity=critical,high&limit=5', bearer(keys.account)),
    },
    {
      shows: `the events of the group ${group?.name ?? ''}, with the group's own key`,
      line: get('/account/events?limit=5', bearer(group?.key ?? keys.account)),
    },
    { shows: `the events of ${keys.site.domain}, with its site key`, line: get('/events?limit=5', site) },
    {
      shows: `send an event from ${keys.site.domain}`,
      line: get('/events', `${site} -H 'Content-Type: application/json' -d '${JSON.stringify(event)}'`),
    },
  ];
}
