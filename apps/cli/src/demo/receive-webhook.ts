import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

import { verifyWebhook, WebhookRefused } from '@goal/client';

import { listen, loopback, type DemoReceiver, type Told } from './receiver-parts.ts';

/** Receives a webhook, and verifies its signature with the client. */
export async function openWebhook(port: number, { show, tell }: Told): Promise<DemoReceiver> {
  let secrets: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      try {
        const { events } = await verifyWebhook({ headers: request.headers, body: await buffer(request) }, secrets);
        for (const { id, occurred_at: at, severity, domain = '', message } of events)
          show({ id, at, severity, domain, message });
        response.writeHead(204).end();
      } catch (error) {
        if (error instanceof WebhookRefused) tell(`refused: ${error.message}`);
        response.writeHead(error instanceof WebhookRefused ? 401 : 400).end();
      }
    })();
  });
  const close = await listen(server, port);
  const url = `http://${loopback}:${port}/`;
  return { sink: { type: 'webhook', url }, says: `${url}.`, learn: (secret) => (secrets = [secret]), close };
}
