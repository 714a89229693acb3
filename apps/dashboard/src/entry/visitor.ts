import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** Where a request comes from. */
export type Visitor = { address: string; userAgent: string | undefined };

/**
 * The visitor behind a request. Each of the operator's proxies appends the address that it saw to
 * `X-Forwarded-For`, so the visitor is `trustedProxies` from the right. What stands further left is
 * whatever the visitor sent, and counts for nothing (rulings §10.8). Where the header is too short,
 * the request did not come through all proxies, and the connection's own address counts.
 */
export function visitorOf(req: IncomingMessage, trustedProxies: number): Visitor {
  const forwarded = [req.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const told = trustedProxies === 0 ? undefined : addressIn(forwarded.at(-trustedProxies) ?? '');
  return {
    address: told ?? addressIn(req.socket.remoteAddress ?? '') ?? 'unknown',
    userAgent: req.headers['user-agent'],
  };
}

/** The IP address in a text, without brackets and port; undefined if it is none. */
function addressIn(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    // An IPv4 address on a socket that takes both families.
    .replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
  return isIP(bare) === 0 ? undefined : bare;
}
