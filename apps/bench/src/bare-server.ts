import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import { openEventServices, plainPage, storeEvents, type NewEvent } from '@goal/core';
import { openDatabase } from '@goal/db';

import { databaseUrl } from './env.ts';
import type { SentEvent } from './world/events.ts';

// The minimum cost of a page and of storing events: node:http, JSON, and the service's pool,
// statements and batcher. It checks nothing. Like the service it runs in a process of its own.
// world/service.ts starts it. It answers GET /ACCOUNT/SITE with a page, and GET /ACCOUNT/all with a
// page of all its sites. It stores the event or the `events` of POST /ACCOUNT/SITE.

const db = openDatabase({ url: databaseUrl(), name: 'goal (bench, bare)' });
const events = await openEventServices(db);
const pages = { site: plainPage('site'), account: plainPage('account') };

async function read(account: number, site: number | undefined): Promise<object> {
  const values = [account, 'infinity', Number.MAX_SAFE_INTEGER, '1900-01-01T00:00:00Z', 51];
  const { rows } = await db.pages.query(
    site === undefined ? { ...pages.account, values } : { ...pages.site, values: [...values, site] },
  );
  return { events: rows };
}

async function store(account: number, site: number, request: IncomingMessage): Promise<object> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer); // A request without an encoding.
  // The cast trusts the bench, which sends nothing else.
  const sent = JSON.parse(Buffer.concat(parts).toString()) as SentEvent | { events: SentEvent[] };
  const found = ('events' in sent ? sent.events : [sent]).map(newEvent);
  const { accepted, duplicates } = await storeEvents({ db, events }, { account, site }, found);
  return { accepted, duplicates, rejected: [] };
}

const newEvent = (sent: SentEvent): NewEvent => ({
  occurredAt: Date.parse(sent.occurred_at),
  code: sent.code,
  severity: sent.severity,
  object: sent.object,
  eventType: sent.event_type,
  message: sent.message,
  userId: sent.user_id,
  username: sent.username,
  userAgent: sent.user_agent,
  sessionId: sent.session_id,
  postId: sent.post_id ?? null,
  postType: sent.post_type ?? null,
  postStatus: sent.post_status ?? null,
  eventUuid: sent.event_uuid,
  ip: null,
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, owner, place] = (request.url ?? '').split('/');
  const [account, site] = [Number(owner), place === 'all' ? undefined : Number(place)];
  const isSent = request.method === 'POST' && site !== undefined;
  const found = await (isSent ? store(account, site, request) : read(account, site));
  const body = Buffer.from(JSON.stringify(found));
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
}

const server = createServer((request, response) => {
  answer(request, response).catch(() => response.writeHead(500).end());
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') console.log(JSON.stringify({ origin: `http://127.0.0.1:${address?.port}` }));
});
