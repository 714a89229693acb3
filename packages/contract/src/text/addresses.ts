import { parseDecimal } from './integers.ts';

/** The widest network that a filter may name (rulings §11.4), in bits of its prefix. */
const widest = { 4: 8, 6: 16 };

type Address = { family: 4 | 6; text: string };

/**
 * Returns an IPv4 or IPv6 address in its canonical form (RFC 5952), an IPv4-mapped one as IPv4, or
 * undefined for anything else, such as an address with a zone or a port (rulings §11.5).
 */
export function parseAddress(text: string): string | undefined {
  return readAddress(text)?.text;
}

/**
 * Returns an address in its canonical form, or a network as `203.0.113.0/24`; undefined for
 * anything else and for a network wider than /8, or /16 of IPv6 (rulings §11.4).
 */
export function parseNetwork(text: string): string | undefined {
  const [written = '', prefix, ...more] = text.split('/');
  const address = readAddress(written);
  if (address === undefined || more.length > 0) return undefined;
  if (prefix === undefined) return address.text;
  const given = parseDecimal(prefix);
  // The prefix of an IPv4-mapped network counts its first 96 bits too.
  const isMapped = address.family === 4 && written.includes(':');
  const bits = given === undefined ? NaN : isMapped ? given - 96 : given;
  const most = address.family === 4 ? 32 : 128;
  return bits >= widest[address.family] && bits <= most ? `${address.text}/${bits}` : undefined;
}

function readAddress(text: string): Address | undefined {
  if (isDotted(text)) return { family: 4, text };
  // The URL parser knows every spelling of IPv6 and writes the canonical one. The characters keep
  // out what else an URL may hold.
  if (!text.includes(':') || !/^[0-9a-fA-F:.]{2,45}$/.test(text) || !URL.canParse(`http://[${text}]/`))
    return undefined;
  const canonical = new URL(`http://[${text}]/`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical);
  if (mapped !== null) return { family: 4, text: dotted(mapped.slice(1)) };
  // RFC 5952 and PostgreSQL write the IPv4 address within an IPv4-compatible one with dots.
  const compatible = /^::(?:([0-9a-f]{1,4}):)?([0-9a-f]{1,4})$/.exec(canonical);
  const hasDots = compatible !== null && canonical !== '::1';
  return { family: 6, text: hasDots ? `::${dotted([compatible[1] ?? '0', compatible[2] ?? '0'])}` : canonical };
}

/** Two groups of IPv6 as IPv4. */
function dotted(groups: string[]): string {
  return groups.flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 0xff]).join('.');
}

/** Four decimal numbers up to 255, without leading zeros, which some programs read as octal. */
function isDotted(text: string): boolean {
  return /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?!$)|$)){4}$/.test(text);
}
