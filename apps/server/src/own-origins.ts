import type { Env } from './env.ts';

/** `http://127.0.0.1:4000`. */
export function originOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

const loopback = ['127.0.0.1', 'localhost', '::1'];

/**
 * The origins of the service's own pages and the console's (rulings §9.5): API_URL, CONSOLE_URL,
 * and the addresses where both listen, under every local name if they listen on the loopback
 * address or on all addresses. The request's own headers do not count: anybody can point a name at
 * this machine.
 */
export function ownOrigins({
  host,
  port,
  apiUrl,
  consolePort,
  consoleUrl,
}: Pick<Env, 'host' | 'port' | 'apiUrl' | 'consolePort' | 'consoleUrl'>): ReadonlySet<string> {
  const isHere = loopback.includes(host) || host === '0.0.0.0' || host === '::';
  const hosts = isHere ? [host, ...loopback] : [host];
  const ports = [port, ...(typeof consolePort === 'number' ? [consolePort] : [])];
  const origins = hosts.flatMap((one) => ports.map((each) => new URL(originOf(one, each)).origin));
  return new Set([...origins, ...[apiUrl, consoleUrl].filter((one) => one !== undefined)]);
}
