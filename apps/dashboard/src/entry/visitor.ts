import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

export type Visitor = { address: string; userAgent: string | undefined };

/**
 * The visitor behind a request. Each of the operator's proxies appends the address that it saw to
 * `X-Forwarded-For`, so the visitor is `trustedProxies` from the right. What stands further left is
 * whatever the visitor sent, and counts for nothing (rulings §10.8). Where the header is too short,
 * the request did not come through all proxies, and the connection's own address counts.
 */
export function visitorOf(req: IncomingMessage, trustedProxies: number): Visitor {
  return {
    address: toldAddress(req, trustedProxies) ?? ownAddress(req) ?? 'unknown',
    userAgent: req.headers['user-agent'],
  };
}

/** The entries of `X-Forwarded-For`, from the left. */
export function forwardedOf(req: IncomingMessage): string[] {
  const header = [req.headers['x-forwarded-for'] ?? []].flat().join(',');
  return header === '' ? [] : header.split(',');
}

/** The address that the outermost of the operator's proxies saw; undefined: they told none. */
export const toldAddress = (req: IncomingMessage, trustedProxies: number): string | undefined =>
  trustedProxies === 0 ? undefined : addressIn(forwardedOf(req).at(-trustedProxies) ?? '');

export const ownAddress = (req: IncomingMessage): string | undefined => addressIn(req.socket.remoteAddress ?? '');

/** The IP address in a text, without brackets and port; undefined if it is none. */
export function addressIn(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    // An IPv4 address on a socket that takes both families.
    .replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
  return isIP(bare) === 0 ? undefined : bare;
}
