import { BlockList, isIP } from 'node:net';

const lengths: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

/**
 * Reads the networks of `STREAM_ALLOW_NETS`: CIDRs or addresses, separated by commas. The settings
 * are checked by it at the start, and the guard judges by it. It needs no library, so a start loads
 * none.
 *
 * Throws an error that names the part that cannot be read.
 */
export function readNets(text: string): { address: string; bits: number }[] {
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '').map(readNet);
}

/** Returns true if `readNets` can read a text, and finds a network in it. */
export function isNetworkList(text: string): boolean {
  try {
    return readNets(text).length > 0;
  } catch {
    return false;
  }
}

/** Returns true if an address of IPv4 is in a network of the list. Throws as `readNets` does. */
export function holdsIpv4(text: string, address: string): boolean {
  const list = new BlockList();
  for (const net of readNets(text)) if (isIP(net.address) === 4) list.addSubnet(net.address, net.bits, 'ipv4');
  return list.check(address, 'ipv4');
}

function readNet(part: string): { address: string; bits: number } {
  const [address = '', bits, ...more] = part.split('/');
  const most = lengths[isIP(address)] ?? -1;
  const given = bits ?? String(most);
  if (address.includes('%') || more.length > 0 || !/^\d{1,3}$/.test(given) || Number(given) > most)
    throw new Error(`STREAM_ALLOW_NETS: «${part}» is no network, like 10.1.0.0/16 or fd00::/8`);
  return { address, bits: Number(given) };
}
