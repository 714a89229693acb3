import type { IncomingMessage } from 'node:http';

/** `http://host[:port]` and what follows; a user name before the host does not match. */
const absoluteForm = /^https?:\/\/(?<host>\[[\da-f:.]+\](?::\d+)?|[^/?#@[\]]+)(?<rest>[^#]*)$/iu;

/**
 * Turns `GET http://host/path`, which HTTP lets a client send to any server, into `GET /path` with
 * that host as its `Host` (rulings §9.11, RFC 9112). Other targets stay as they are.
 */
export function takeOriginForm(req: IncomingMessage): void {
  const { host, rest } = absoluteForm.exec(req.url ?? '')?.groups ?? {};
  if (host === undefined || rest === undefined) return;
  req.url = rest.startsWith('/') ? rest : `/${rest}`;
  req.headers.host = host;
}
