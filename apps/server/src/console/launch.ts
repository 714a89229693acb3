import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Env } from '../env.ts';
import type { Logger } from '../log.ts';
import { keptSecret } from './secret.ts';
import { supervise } from './supervise.ts';

/** The console's folder: the same from src/console and from dist/bundle. */
const folder = fileURLToPath(new URL('../../../console/', import.meta.url));
/** The console's own program, which apps/cli/bin/bundle.mjs packs. */
const program = path.join(folder, 'dist/bundle/main.js');

export type RunningConsole = {
  /** The address to open it at: CONSOLE_URL, or where it listens. */
  url: string;
  stop: () => Promise<void>;
};

type Around = { log: Logger; stopping: AbortSignal };
type Settings = Pick<Env, 'host' | 'basePath' | 'apiUrl' | 'consolePort' | 'consoleUrl' | 'consoleSecret' | 'dataDir'>;

/**
 * Starts the operator console beside the API at `apiOrigin` and waits until it answers. Never
 * throws: the API works without a console, so a failed start only puts a sentence into the log and
 * into `refused`. CONSOLE_PORT=off starts none and returns neither.
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
  const secret = env.consoleSecret ?? (await keptSecret(env.dataDir, 'console-secret'));
  const origin = `http://${bracketed(env.host)}:${port}`;
  warnOfClearText(env, port, log);
  const child = supervise({
    url: `${reachable(origin)}/api/health`,
    cwd: folder,
    args: [program, env.host, String(port)],
    // Nothing else of our environment: the console must not know the database's address.
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
 * The API's address for customers, with its path: API_URL, else where the API listens. Empty if
 * that address is unknown, because a proxy stands in front or the API listens on all of the
 * machine's addresses.
 */
function publicApi({ host, basePath, apiUrl, consoleUrl }: Settings, apiOrigin: string): Record<string, string> {
  const isKnown = consoleUrl === undefined && host !== '0.0.0.0' && host !== '::';
  const known = apiUrl ?? (isKnown ? apiOrigin : undefined);
  return known === undefined ? {} : { GOAL_API_PUBLIC_URL: `${known}${basePath}` };
}

/** People type tokens into the console's page. Without TLS, others on the network can read them. */
function warnOfClearText({ host, consoleUrl }: Settings, port: number, log: Logger): void {
  if (/^(127\.|::1$|localhost$)/.test(host)) return;
  log.warn(
    consoleUrl?.startsWith('https:')
      ? `The console's port ${port} listens without TLS on ${host}, beside the proxy of CONSOLE_URL: let nobody but the proxy reach it, for what comes there travels in the clear.`
      : 'The console can be reached from other machines without https: admin tokens travel in the clear. Put it behind TLS and set CONSOLE_URL to its https origin.',
  );
}

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** An address of this machine at which a server that may listen on all addresses can be reached. */
function reachable(origin: string): string {
  return origin.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

/**
 * Returns `wanted` if the port is free, and any free port for 0. Throws a sentence for people; the
 * console's process could only fail with a stack trace.
 */
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
