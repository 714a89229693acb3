import { expect } from 'vitest';

import type { ServiceUnderTest } from './service.ts';

const dayMs = 86_400_000;

/**
 * Makes an account on the starter plan with one site, as an operator through the running server of
 * a service.
 */
export async function register(service: ServiceUnderTest) {
  const token = await service.adminToken();
  const admin = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await service.call('POST', `/admin${path}`, { token, body });
    expect(answer.status).toBeLessThan(300);
    return answer.body as Record<string, unknown>; // otherwise the assertions on its fields fail
  };
  const { id } = await admin('/accounts', { email: 'owner@example.com', plan: 'starter' });
  const { key } = await admin(`/accounts/${String(id)}/keys`, {});
  const domain = 'shop.example.com';
  const site = await admin(`/accounts/${String(id)}/sites`, { domain, site_url: 'https://shop.example.com' });
  return {
    key: String(key),
    makeStream: async (sink: object): Promise<Record<string, unknown>> => {
      const body = { name: 'To the SIEM', sink };
      const made = await service.call('POST', '/account/streams', { token: String(key), body });
      expect(made.status).toBe(201);
      return made.body as Record<string, unknown>; // otherwise the assertions on its fields fail
    },
    setReseller: (enabled: boolean) => admin(`/accounts/${String(id)}/reseller`, { enabled }),
    send: async (events: readonly object[]): Promise<unknown> =>
      (await service.call('POST', '/events', { token: String(site['token']), domain, body: { events } })).body,
  };
}

/** An event from `days` days and an hour ago. */
export const aged = (days: number) => ({
  occurred_at: new Date(Date.now() - days * dayMs - dayMs / 24).toISOString(),
  code: 2002,
  severity: 'low',
  object: 'post',
  event_type: 'modified',
  message: `${days} days and an hour old`,
});
