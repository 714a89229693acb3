import type { Env } from './env.ts';

/** `http://127.0.0.1:4000`. */
export function originOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

const loopback = ['127.0.0.1', 'localhost', '::1'];

/**
 * The origins of pages that are the service's own or the console's (rulings §9.5): where each listens, by every name of this machine if it listens
 * there alone or everywhere, API_URL and CONSOLE_URL. Never what a request says of itself: a name that somebody points at this machine is not ours.
 */
export function ownOrigins({
  host,
  port,
  apiUrl,
  consolePort,
  consoleUrl,
}: Pick<Env, 'host' | 'port'> & Partial<Pick<Env, 'apiUrl' | 'consolePort' | 'consoleUrl'>>): ReadonlySet<string> {
  const isHere = loopback.includes(host) || host === '0.0.0.0' || host === '::';
  const hosts = isHere ? [host, ...loopback] : [host];
  const ports = [port, ...(typeof consolePort === 'number' ? [consolePort] : [])];
  const origins = hosts.flatMap((one) => ports.map((each) => new URL(originOf(one, each)).origin));
  return new Set([...origins, ...[apiUrl, consoleUrl].filter((one) => one !== undefined)]);
}
