import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Env } from '../env.ts';
import type { Logger } from '../log.ts';
import { consoleSecret } from './secret.ts';
import { supervise } from './supervise.ts';

/** The console's folder, seen from the source and from what was built alike. */
const folder = fileURLToPath(new URL('../../../console/', import.meta.url));

export type RunningConsole = {
  /** Where it is to be opened: CONSOLE_URL, or the address that it listens on. */
  url: string;
  stop: () => Promise<void>;
};

type Around = { log: Logger; stopping: AbortSignal };
type Settings = Pick<Env, 'host' | 'basePath' | 'apiUrl' | 'consolePort' | 'consoleUrl' | 'consoleSecret' | 'dataDir'>;

/**
 * Starts the operator console beside the API at `apiOrigin` and waits until it answers. Never throws: without a console the service is whole, so
 * what keeps it from starting is a sentence, in the log and in `refused`. CONSOLE_PORT=off: neither.
 */
export async function launchConsole(
  env: Settings,
  apiOrigin: string,
  { log, stopping }: Around,
): Promise<{ console?: RunningConsole; refused?: string }> {
  if (env.consolePort === 'off') return {};
  try {
    return { console: await launch(env, env.consolePort, apiOrigin, { log, stopping }) };
  } catch (error) {
    const refused = `Console not started: ${error instanceof Error ? error.message : String(error)}.`;
    log.warn(refused);
    return { refused };
  }
}

async function launch(
  env: Settings,
  wanted: number,
  apiOrigin: string,
  { log, stopping }: Around,
): Promise<RunningConsole> {
  if (!existsSync(path.join(folder, '.next/BUILD_ID'))) throw new Error('it is not built; «npm start» builds it');
  const port = await freePort(env.host, wanted);
  const secret = env.consoleSecret ?? (await consoleSecret(env.dataDir));
  const origin = `http://${bracketed(env.host)}:${port}`;
  warnOfClearText(env, port, log);
  const child = supervise({
    url: `${reachable(origin)}/api/health`,
    cwd: folder,
    args: [
      fileURLToPath(new URL('process.js', import.meta.url)),
      env.consoleUrl?.startsWith('https:') ? 'https' : 'http',
      createRequire(path.join(folder, 'package.json')).resolve('next/dist/bin/next'),
      'start',
      '-H',
      env.host,
      '-p',
      String(port),
      '--keepAliveTimeout',
      '65000',
    ],
    // Nothing else of ours: the console has no business with the database's address.
    env: {
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      GOAL_API_URL: reachable(apiOrigin),
      ...publicApi(env, apiOrigin),
      CONSOLE_SECRET: secret,
      ...(env.consoleUrl === undefined ? {} : { CONSOLE_URL: env.consoleUrl }),
    },
    log,
  });
  await child.answers(stopping);
  log.info({ console: origin }, 'console listening');
  return { url: env.consoleUrl ?? origin, stop: child.stop };
}

/**
 * The address of the API that customers may be told, with its path: API_URL, else where it listens; nothing where that is not known, because something
 * stands in front of it or it listens on all addresses of the machine.
 */
function publicApi({ host, basePath, apiUrl, consoleUrl }: Settings, apiOrigin: string): Record<string, string> {
  const isKnown = consoleUrl === undefined && host !== '0.0.0.0' && host !== '::';
  const known = apiUrl ?? (isKnown ? apiOrigin : undefined);
  return known === undefined ? {} : { GOAL_API_PUBLIC_URL: `${known}${basePath}` };
}

/** Tokens are typed into the console's page: without TLS whoever is on the way can read them. */
function warnOfClearText({ host, consoleUrl }: Settings, port: number, log: Logger): void {
  if (/^(127\.|::1$|localhost$)/.test(host)) return;
  log.warn(
    consoleUrl?.startsWith('https:')
      ? `The console's port ${port} listens without TLS on ${host}, beside the proxy of CONSOLE_URL: let nobody but the proxy reach it, for what comes there travels in the clear.`
      : 'The console can be reached from other machines without https: admin tokens travel in the clear. Put it behind TLS and set CONSOLE_URL to its https origin.',
  );
}

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** The address of a server of this machine that may listen on all of its addresses. */
function reachable(origin: string): string {
  return origin.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

/** `wanted`, if nobody listens there; for 0 one that is free. Asked before the start, because what Next says about it is for nobody. */
function freePort(host: string, wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? `port ${wanted} is in use; set CONSOLE_PORT`
          : error.code === 'EACCES'
            ? `port ${wanted} may not be used by this user; set CONSOLE_PORT to one above 1023`
            : error.message;
      reject(new Error(why, { cause: error }));
    });
    server.listen(wanted, host, () => {
      const { port } = server.address() as AddressInfo; // a server that listens on TCP
      server.close(() => resolve(port));
    });
  });
}
