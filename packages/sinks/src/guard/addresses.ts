import { isIP } from 'node:net';

import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Net = [address: Address, bits: number];

/** Refuses an address or a name; a sink's caller reads this sentence. */
export class AddressNotAllowed extends Error {
  override name = 'AddressNotAllowed';
  constructor() {
    super('address not allowed');
  }
}

/** IPv6 that reaches the internet: what IANA has not given out stays refused. */
const globalUnicast: Net = [ipaddr.parse('2000::'), 3];
/**
 * Addresses that `range` calls ordinary: the service of Azure that answers every machine there.
 */
const refused: readonly Net[] = [[ipaddr.parse('168.63.129.16'), 32]];

/**
 * Returns the networks of `STREAM_ALLOW_NETS`: CIDRs or addresses, separated by commas.
 *
 * Throws an error that names the part that cannot be read.
 */
export function parseNets(text: string | undefined): readonly Net[] {
  const parts = (text ?? '').split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '').map(parseNet);
}

function parseNet(part: string): Net {
  const [address = '', bits, ...more] = part.split('/');
  // `isIP` first, because the parser also takes octal and hexadecimal numbers.
  const isReadable = isIP(address) !== 0 && !address.includes('%') && more.length === 0;
  if (!isReadable || (bits !== undefined && !ipaddr.isValidCIDR(part)))
    throw new Error(`STREAM_ALLOW_NETS: «${part}» is no network, like 10.1.0.0/16 or fd00::/8`);
  return bits === undefined ? ipaddr.parseCIDR(`${address}/${isIP(address) === 4 ? 32 : 128}`) : ipaddr.parseCIDR(part);
}

/** Returns true for an address inside one of these networks. */
export function isInNets(address: string, nets: readonly Net[]): boolean {
  const parsed = ipaddr.parse(address);
  return nets.some((net) => isIn(parsed, net));
}

/**
 * Returns true for an address that belongs to the public internet. False for private, local and
 * reserved ones, and for every form of IPv6 that carries an address of IPv4 inside.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast' || refused.some((net) => isIn(parsed, net))) return false;
  return parsed.kind() === 'ipv4' || isIn(parsed, globalUnicast);
}

function isIn(address: Address, [net, bits]: Net): boolean {
  // `match` throws where the two are not of one family.
  return address.kind() === net.kind() && address.match(net, bits);
}
