import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import Stripe from 'stripe';

export type DoubleSession = {
  id: string;
  status: 'open' | 'complete' | 'expired';
  subscription: string | null;
  params: URLSearchParams;
};
type Call = { route: string; params: URLSearchParams; headers: IncomingMessage['headers'] };
type Given = [status: number, body: object | string, location?: string];

/** A double of Stripe's HTTP on loopback, as far as the service and a browser use it. */
export async function startStripe() {
  const calls: Call[] = [];
  const sessions = new Map<string, DoubleSession>();
  const waiting: (() => void)[] = [];
  /**
   * `refusal`: what each call is answered with. `together`: how many checkouts are begun before the
   * first is answered.
   */
  const stripe = { url: '', calls, sessions, refusal: undefined as Given | undefined, together: 1, pay, stop };

  function pay(id: string): void {
    const session = sessions.get(id);
    if (session?.status === 'open') Object.assign(session, { status: 'complete', subscription: `sub_of_${id}` });
  }
  const shown = ({ params: _, ...session }: DoubleSession) => ({
    ...session,
    url: session.status === 'open' ? `${stripe.url}/pay/${session.id}` : null,
  });
  const missing = (param: string): Given => [404, { error: { code: 'resource_missing', param } }];

  async function create(params: URLSearchParams): Promise<Given> {
    if (params.get('customer') === 'cus_missing') return missing('customer');
    const id = `cs_${sessions.size + 1}`;
    sessions.set(id, { id, status: 'open', subscription: null, params });
    if (stripe.together > 1) {
      const held = new Promise<void>((resolve) => waiting.push(resolve));
      if (waiting.length === stripe.together) {
        stripe.together = 1;
        for (const release of waiting.splice(0)) release();
      }
      await held;
    }
    return [200, shown(sessions.get(id) ?? { id, status: 'expired', subscription: null, params })];
  }

  async function answer(method: string, path: string, params: URLSearchParams): Promise<Given> {
    const [, first, second, third, fourth] = path.split('/');
    const session = sessions.get((first === 'v1' ? fourth : second) ?? '');
    if (first === 'v1' && second === 'prices')
      return [
        200,
        { id: third, unit_amount: 1900, currency: 'eur', recurring: { interval: 'month', interval_count: 1 } },
      ];
    if (first === 'v1' && second === 'billing_portal')
      return [200, { url: `${stripe.url}/portal/${params.get('customer')}` }];
    if (first === 'pay' || first === 'paid') {
      if (session === undefined) return [404, 'no checkout'];
      if (first === 'pay') return [200, `<main><h1>Checkout</h1><a href="/paid/${session.id}">Pay</a></main>`];
      pay(session.id);
      return [303, '', session.params.get('success_url') ?? ''];
    }
    if (first === 'portal') return [200, `<main><h1>Portal</h1>${second}</main>`];
    if (method === 'POST' && fourth === undefined) return create(params);
    if (session === undefined) return missing('session');
    if (method === 'POST' && session.status !== 'open') return [400, { error: { type: 'invalid_request_error' } }];
    if (method === 'POST') session.status = 'expired';
    return [200, shown(session)];
  }

  const server = createServer((req, res) => {
    void text(req).then(async (body) => {
      const { pathname } = new URL(req.url ?? '/', 'http://stripe');
      const params = new URLSearchParams(body);
      calls.push({ route: `${req.method} ${pathname}`, params, headers: req.headers });
      const [status, given, location] = stripe.refusal ?? (await answer(req.method ?? '', pathname, params));
      const type = typeof given === 'string' ? 'text/html' : 'application/json';
      res.writeHead(status, { 'Content-Type': type, ...(location === undefined ? {} : { Location: location }) });
      res.end(
        typeof given === 'string'
          ? `<!doctype html><title>Pay</title><link rel="icon" href="data:,">${given}`
          : JSON.stringify(given),
      );
    });
  });
  async function stop(): Promise<void> {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server has no other kind of address.
  stripe.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return stripe;
}
export type StripeDouble = Awaited<ReturnType<typeof startStripe>>;

/** What Stripe tells the webhook of a subscription, with its signature. */
export function signedEvent(
  secret: string,
  of: { account: string; id: string; at: number; status: string; price: string; customer?: string; cancelAt?: number },
): { payload: string; signature: string } {
  const { account, id, at, status, price, customer = null, cancelAt = null } = of;
  const object = {
    id,
    created: 10,
    status,
    customer,
    cancel_at: cancelAt,
    metadata: { account_id: account },
    items: { data: [{ price: { id: price } }] },
  };
  const event = {
    id: `evt_${crypto.randomUUID()}`,
    created: at,
    type: 'customer.subscription.updated',
    data: { object },
  };
  const payload = JSON.stringify(event);
  return { payload, signature: Stripe.webhooks.generateTestHeaderString({ payload, secret }) };
}
