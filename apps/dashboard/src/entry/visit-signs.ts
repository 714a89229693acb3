import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

import type { VisitSign } from '@goal/contract';

import { addressIn, forwardedOf, ownAddress, toldAddress } from './visitor.ts';

/**
 * Returns what a visit says of the proxies in front of `origin`. A dashboard that is opened by
 * https has one, because it has no TLS of its own; so has one that a private address asks with the
 * header of a proxy, or that this machine asks by a public name. Where proxies are trusted, a
 * private address behind which the header names another one is a proxy too many.
 */
export function signOf(req: IncomingMessage, { trustedProxies, origin }: Setting): VisitSign {
  const forwarded = forwardedOf(req);
  if (trustedProxies > 0) {
    const told = toldAddress(req, trustedProxies);
    if (told === undefined) return 'header_missing';
    return forwarded.length > trustedProxies && isPrivate(told) ? 'one_proxy' : 'nothing';
  }
  const { protocol, hostname } = new URL(origin);
  const own = ownAddress(req) ?? '';
  const isPassedOn =
    protocol === 'https:' ||
    (isPrivate(own) && forwarded.length > 0) ||
    (isOfThisMachine(own) && hostname !== 'localhost' && !isOfThisMachine(addressIn(hostname) ?? ''));
  return isPassedOn ? 'one_proxy' : 'nothing';
}
type Setting = { trustedProxies: number; origin: string };

const thisMachine = listOf(['127.0.0.0', 8], ['::1', 128]);
const privateNets = listOf(
  ...([
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['169.254.0.0', 16],
    ['100.64.0.0', 10],
    ['fc00::', 7],
    ['fe80::', 10],
  ] as const),
);

function listOf(...nets: readonly (readonly [address: string, prefix: number])[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of nets) list.addSubnet(address, prefix, familyOf(address));
  return list;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
const isOfThisMachine = (address: string): boolean => address !== '' && thisMachine.check(address, familyOf(address));
const isPrivate = (address: string): boolean =>
  isOfThisMachine(address) || (address !== '' && privateNets.check(address, familyOf(address)));

/** The last visits that count, and how many of them have to say the same. */
const rememberedVisits = 20;
const fewVisits = 5;

/** What the last visits say of the proxies in front of the dashboard. */
export class Visits {
  readonly #signs: VisitSign[] = [];

  add(sign: VisitSign): void {
    this.#signs.push(sign);
    if (this.#signs.length > rememberedVisits) this.#signs.shift();
  }

  /** `header_missing` where some lacked the header, though others, perhaps forged, had it. */
  get sign(): VisitSign {
    const missing = this.#signs.filter((sign) => sign === 'header_missing').length;
    if (missing >= fewVisits) return 'header_missing';
    const isOne = this.#signs.length >= fewVisits && this.#signs.every((sign) => sign === 'one_proxy');
    return isOne ? 'one_proxy' : 'nothing';
  }
}
