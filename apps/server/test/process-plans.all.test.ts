import { runsOf } from '@goal/db/testing';
import Stripe from 'stripe';
import { beforeAll, expect, it } from 'vitest';

import type { Answer } from './harness/client.ts';
import { freshDomain, unique, type Account, type Factory } from './harness/factory.ts';
import { processesOnDatabase, type ServerProcess } from './processes.ts';

const secret = 'whsec_test';
const env = { STRIPE_WEBHOOK_SECRET: secret, STRIPE_PRICES: 'price_s=starter,price_p=pro' };
const { processes, databaseUrl, admin } = await processesOnDatabase();
let servers: [ServerProcess, ServerProcess];
let make: Factory & { token: string };

beforeAll(async () => {
  servers = await Promise.all([processes.start({ databaseUrl, env }), processes.start({ databaseUrl, env })]);
  make = await admin(servers[0]);
});

/** Builds the payment provider’s message about the account’s subscription. */
function pay(server: ServerProcess, account: Account, at: number, status: string, price = 'price_s'): Promise<Answer> {
  const subscription = {
    id: `sub_${account.id}`,
    object: 'subscription',
    created: 1,
    status,
    metadata: { account_id: account.id },
    items: { object: 'list', data: [{ id: 'si_1', price: { id: price } }] },
  };
  const event = { id: `evt_${unique()}`, object: 'event', created: at, type: 'customer.subscription.updated' };
  const payload = JSON.stringify({ ...event, data: { object: subscription } });
  return server.call('POST', '/billing/stripe', {
    body: payload,
    headers: {
      'content-type': 'application/json',
      'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }),
    },
  });
}

/** Returns the account’s plan changes, oldest first. */
async function changesOf(account: Account): Promise<{ from: string; to: string }[]> {
  const { actions } = (await make.admin('GET', '/actions', { query: { account_id: account.id, limit: 200 } })).body as {
    actions: { action: string; detail: { from: string; to: string } }[];
  }; // checked by the comparison below
  return actions
    .filter(({ action }) => action === 'account.plan')
    .map(({ detail }) => detail)
    .toReversed();
}

it('R§3.8 R§4.2 R§9.4 concurrent plan changes by an operator and by payment, with sites created and reactivated, end within the final plan’s cap', async () => {
  // The last change is to one of these plans.
  const caps: Readonly<Record<string, number>> = { free: 1, starter: 5 };
  for (let round = 0; round < runsOf(1, 12); round += 1) {
    const account = await make.makeAccount({ plan: 'pro' });
    const sites = [];
    for (let n = 0; n < 7; n += 1) sites.push(await make.makeSite(account));
    await make.pauseAllButOldest(account);
    const [, ...paused] = sites;
    const setPlan = (server: ServerProcess, plan: string) =>
      server.call('POST', `/admin/accounts/${account.id}/plan`, { token: make.token, body: { plan } });
    const request = (server: ServerProcess, index: number): Promise<Answer> => {
      // The changes take different positions each round.
      if (index === (round * 5) % 30) return setPlan(server, 'starter');
      if (index === (round * 5 + 7) % 30) return pay(server, account, 10, 'active');
      if (index === (round * 5 + 13) % 30) return pay(server, account, round % 2 === 0 ? 20 : 5, 'canceled');
      if (index === (round * 5 + 22) % 30) return setPlan(server, 'starter');
      const site = index % 4 === 1 ? paused[(index - 1) / 4] : undefined;
      if (site !== undefined) return server.call('POST', `/admin/sites/${site.id}/activate`, { token: make.token });
      const domain = freshDomain();
      const body = { domain, site_url: `https://${domain}/` };
      return server.call('POST', `/admin/accounts/${account.id}/sites`, { token: make.token, body });
    };
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => request(index % 2 === 0 ? servers[0] : servers[1], index)),
    );
    for (const answer of answers) if (answer.status >= 400) answer.refused(409, 'plan site limit reached');
    const view = await make.viewOf(account);
    const active = view.sites.filter(({ status }) => status === 'active').length;
    expect(active).toBeGreaterThan(0);
    expect(active, `on ${view.plan}`).toBeLessThanOrEqual(caps[view.plan] ?? 0);
    expect(new Set(view.sites.map((site) => site.retention_days))).toEqual(new Set([view.plan === 'free' ? 7 : 30]));
    // The changes are serial: each began where the previous one ended.
    const changes = await changesOf(account);
    expect(changes.slice(1).map(({ from }) => from)).toEqual(changes.slice(0, -1).map(({ to }) => to));
    expect(changes.at(-1)?.to).toBe(view.plan);
  }
});
