import { createServer } from 'node:http';

import { plainPage } from '@goal/core';
import { openDatabase } from '@goal/db';

import { databaseUrl } from './env.ts';

// The minimum cost of a page: node:http, the service's pool and statement, JSON.stringify. Like the
// service it runs in a process of its own. world/service.ts starts it; it answers GET
// /ACCOUNT/SITE.

const db = openDatabase({ url: databaseUrl(), name: 'goal (bench, bare)' });
const page = plainPage('site');

const server = createServer((request, response) => {
  const [, account, site] = (request.url ?? '').split('/').map(Number);
  const values = [account, 'infinity', Number.MAX_SAFE_INTEGER, '1900-01-01T00:00:00Z', 51, site];
  db.pages.query({ ...page, values }).then(
    ({ rows }) => {
      const body = Buffer.from(JSON.stringify({ events: rows }));
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
    },
    () => response.writeHead(500).end(),
  );
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(JSON.stringify({ origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` }));
});
