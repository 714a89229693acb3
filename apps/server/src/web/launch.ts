import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { freePort } from '@goal/db';

import type { Env } from '../env.ts';
import type { Logger } from '../log.ts';
import { supervise } from './supervise.ts';

/** The folder `apps`: the same from src/web and from dist/bundle. */
const apps = fileURLToPath(new URL('../../../', import.meta.url));

/** A web app that runs beside the API, in a process of its own. */
export type WebApp = {
  /** Its folder in `apps`, what messages call it, and how its variables begin: `console`. */
  name: string;
  /** 0 for any free port. */
  port: number;
  /** Its public origin, if CONSOLE_URL gives one. */
  publicUrl: string | undefined;
  /** The host of the printed address where there is no `publicUrl`: HOST unless this is given. */
  printedHost?: string;
  /** The secrets typed into its pages, for the warning about plain http: `admin tokens`. */
  typedSecrets: string;
  /**
   * The app's own variables, beside those that every app's process gets. `url` is the address to
   * open the app at. If it throws, the app is not started.
   */
  environment: (url: string) => Promise<Readonly<Record<string, string>>>;
};

export type RunningApp = {
  /** The address to open it at: its public origin, or where it listens. */
  url: string;
  stop: () => Promise<void>;
};

/** Has neither field if the app is switched off. */
export type Launched = { app?: RunningApp; refused?: string };

export type Around = {
  env: Pick<Env, 'host' | 'basePath' | 'apiUrl'>;
  apiOrigin: string;
  log: Logger;
  /** Calls the start off. */
  stopping: AbortSignal;
};

/**
 * Starts a web app beside the API and waits until it answers. Never throws: the API works without
 * its apps, so a failed start only puts a sentence into the log and into `refused`.
 */
export async function launchApp(app: WebApp, around: Around): Promise<Launched> {
  try {
    return { app: await launch(app, around) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const refused = `${capitalized(app.name)} not started: ${why}.`;
    around.log.warn(refused);
    return { refused };
  }
}

async function launch(app: WebApp, { env, apiOrigin, log, stopping }: Around): Promise<RunningApp> {
  const { name, publicUrl } = app;
  const { host } = env;
  const folder = path.join(apps, name);
  if (!existsSync(path.join(folder, '.next/BUILD_ID'))) throw new Error('it is not built; «npm start» builds it');
  const port = await portFor(app, host);
  const origin = originOf(host, port);
  const url = publicUrl ?? originOf(app.printedHost ?? host, port);
  const environment = await app.environment(url);
  warnOfClearText(app, { host, port }, log);
  const child = supervise({
    name,
    url: `${reachable(origin)}/api/health`,
    cwd: folder,
    // The app's own program, which apps/cli/bin/bundle.mjs packs.
    args: [path.join(folder, 'dist/bundle/main.js'), host, String(port)],
    // Nothing else of our environment: an app must not know the database's address.
    env: {
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      GOAL_API_URL: reachable(apiOrigin),
      ...publicApi(env, app, apiOrigin),
      ...environment,
    },
    log,
  });
  await child.answers(stopping);
  log.info({ [name]: origin }, `${name} listening`);
  return { url, stop: child.stop };
}

/**
 * The API's address for customers, with its path: API_URL, else where the API listens. Empty if
 * that address is unknown, because a proxy stands in front or the API listens on all of the
 * machine's addresses.
 */
function publicApi(
  { host, basePath, apiUrl }: Around['env'],
  { publicUrl }: WebApp,
  apiOrigin: string,
): Record<string, string> {
  const isKnown = publicUrl === undefined && host !== '0.0.0.0' && host !== '::';
  const known = apiUrl ?? (isKnown ? apiOrigin : undefined);
  return known === undefined ? {} : { GOAL_API_PUBLIC_URL: `${known}${basePath}` };
}

/** People type secrets into an app's pages. Without TLS, others on the network can read them. */
function warnOfClearText(
  { name, publicUrl, typedSecrets }: WebApp,
  { host, port }: { host: string; port: number },
  log: Logger,
): void {
  if (/^(127\.|::1$|localhost$)/.test(host)) return;
  const urlVariable = variableOf(name, 'URL');
  log.warn(
    publicUrl?.startsWith('https:')
      ? `The ${name}'s port ${port} listens without TLS on ${host}, beside the proxy of ${urlVariable}: let nobody but the proxy reach it, for what comes there travels in the clear.`
      : `The ${name} can be reached from other machines without https: ${typedSecrets} travel in the clear. Put it behind TLS and set ${urlVariable} to its https origin.`,
  );
}

/** The variable of an app: `CONSOLE_PORT`. */
const variableOf = (name: string, what: 'PORT' | 'URL'): string => `${name.toUpperCase()}_${what}`;

const originOf = (host: string, port: number): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

const capitalized = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** An address of this machine at which a server that may listen on all addresses can be reached. */
function reachable(origin: string): string {
  return origin.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

/**
 * Returns the app's port if it is free, and any free port for 0. Throws a sentence for people; the
 * app's process could only fail with a stack trace.
 */
export async function portFor({ name, port: wanted }: Pick<WebApp, 'name' | 'port'>, host: string): Promise<number> {
  if (wanted === 0) {
    const free = await freePort(host);
    if (free === undefined) throw new Error('no port is free');
    return free;
  }
  const portVariable = variableOf(name, 'PORT');
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? `port ${wanted} is in use; set ${portVariable}`
          : error.code === 'EACCES'
            ? `port ${wanted} may not be used by this user; set ${portVariable} to one above 1023`
            : error.message;
      reject(new Error(why, { cause: error }));
    });
    server.listen(wanted, host, () => server.close(() => resolve(wanted)));
  });
}
