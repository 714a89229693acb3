import { isIP } from 'node:net';

import ipaddr from 'ipaddr.js';

import { readNets } from './nets.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Net = [address: Address, bits: number];

/** Refuses an address or a name; a sink's caller reads this sentence. */
export class AddressNotAllowed extends Error {
  override name = 'AddressNotAllowed';
  constructor() {
    super('address not allowed');
  }
}

/** Its last four bytes are an address of IPv4. */
const nat64: Net = [ipaddr.parse('64:ff9b::'), 96];
/** IPv6 that reaches the internet: what IANA has not given out stays refused. */
const globalUnicast: Net = [ipaddr.parse('2000::'), 3];
/** Addresses that `range` calls ordinary: the service of Azure that answers every machine there. */
const refused: readonly Net[] = [[ipaddr.parse('168.63.129.16'), 32]];

/** Returns the networks of `STREAM_ALLOW_NETS`. Throws what `readNets` throws. */
export function parseNets(text: string | undefined): readonly Net[] {
  return readNets(text ?? '').map(({ address, bits }) => [ipaddr.parse(address), bits]);
}

/** Returns true for an address inside one of these networks. */
export function isInNets(address: string, nets: readonly Net[]): boolean {
  const parsed = ipaddr.parse(address);
  return nets.some((net) => isIn(parsed, net));
}

/** Returns the address of IPv4 to which one of NAT64 leads, and every other address as it is. */
export function behindNat64(address: string): string {
  const parsed = ipaddr.parse(address);
  return isIn(parsed, nat64) ? parsed.toByteArray().slice(-4).join('.') : address;
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
