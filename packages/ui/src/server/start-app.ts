import 'server-only';

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import os from 'node:os';
import path from 'node:path';

import { closeServer } from '@goal/http-server';
import next from 'next';

import { createAppServer, type Handlers, type Settings } from './app-server.ts';
import { assets } from './assets.ts';

type App = Partial<Pick<Handlers, 'routes' | 'downloadAt' | 'postAt'>> &
  Settings & {
    /** The app's folder, which holds the build in `.next`. */
    folder: string;
    /** Answers calls of procedures (./forward.ts). */
    forward: (req: IncomingMessage, res: ServerResponse) => Promise<void>;
  };

/** Next's custom server (docs/decisions/043-console-server.md), started as `main.js HOST PORT`. */
export async function startApp({
  folder,
  forward,
  routes = {},
  downloadAt = () => undefined,
  postAt = () => undefined,
  ...settings
}: App): Promise<void> {
  // Standard input is a pipe from the service. It ends when the service ends, for whatever reason,
  // and then the app ends too.
  process.stdin.resume();
  for (const event of ['end', 'error']) process.stdin.on(event, () => process.exit(0));

  const [hostname = '', port = ''] = process.argv.slice(2);
  // Next ends every connection that asks for an upgrade without an answer, as `curl --http2` does,
  // and it listens on the server that it is given. This one never listens, so ours ignores the
  // header and answers the request.
  const httpServer = createServer();
  const app = next({ dev: false, dir: folder, hostname, port: Number(port), httpServer });
  const answer = app.getRequestHandler();
  const server = createAppServer(
    {
      assets: assets(path.join(folder, '.next/static')),
      routes: { '/api/trpc/': (req, res) => void forward(req, res), ...routes },
      downloadAt,
      postAt,
      pages: (req, res) => void answer(req, res).catch((error: unknown) => fail(req, res, error)),
    },
    settings,
  );
  await app.prepare();
  server.on('error', (error) => {
    tell('Failed to start server', error);
    process.exit(1);
  });
  server.listen(Number(port), hostname);

  let isStopping = false;
  /** Finishes the requests in flight, and exits, before the service kills the process after 5 s. */
  const stop = (signal: 'SIGTERM' | 'SIGINT'): void => {
    if (isStopping) return;
    isStopping = true;
    const exit = (): void => process.exit(128 + os.constants.signals[signal]);
    void closeServer(server)
      .then(() => app.close())
      .finally(exit);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));
}

function fail(req: IncomingMessage, res: ServerResponse, error: unknown): void {
  tell(`Failed to handle request for ${req.url}`, error);
  res.statusCode = 500;
  res.end('Internal Server Error');
}

/** The service writes what the app prints as an error to its log. */
function tell(what: string, error: unknown): void {
  process.stderr.write(`${what}\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}
