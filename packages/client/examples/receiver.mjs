// Receives a stream of events, prints each once, and refuses what no stream of yours has signed:
//   GOAL_WEBHOOK_SECRET=whsec_… PORT=8080 node receiver.mjs
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook, WebhookRefused } from '@goal/client';

const secrets = (process.env.GOAL_WEBHOOK_SECRET ?? '').split(','); // both while you rotate
const seen = new Set(); // a real receiver keeps the ids where it keeps the events

async function receive(request, response) {
  try {
    const { events } = await verifyWebhook({ headers: request.headers, body: await buffer(request) }, secrets);
    for (const event of events.filter(({ id }) => !seen.has(id))) {
      console.log(event.domain, event.severity, event.message);
      if (!event.test) seen.add(event.id);
    }
    response.writeHead(204).end(); // the yes: whatever else you answer, the events come again
  } catch (error) {
    response.writeHead(error instanceof WebhookRefused ? 401 : 500).end();
  }
}
createServer((...both) => void receive(...both)).listen(Number(process.env.PORT ?? 8080), '127.0.0.1');
