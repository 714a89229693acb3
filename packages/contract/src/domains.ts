import { limits } from './limits.ts';

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const foreignAscii = /[\u0000-\u007f]/g;
/** Composing and mapping shorten a name, though not so much; and turning it into punycode takes a time that grows with its square. */
const longestName = 4 * limits.domainLength;

/**
 * A hostname as the service keeps it, or undefined for `invalid domain` (rulings §5.1): trimmed, lower-cased, one trailing dot dropped,
 * internationalised names in punycode (UTS 46), then an RFC 1123 hostname with at least two labels (or `localhost`) and no address.
 */
export function parseDomain(text: string): string | undefined {
  const given = text.trim();
  if (given.length > longestName) return undefined;
  const name = given.toLowerCase().replace(/\.$/, '');
  if ((name.match(foreignAscii) ?? []).some((char) => !/[a-z0-9.-]/.test(char))) return undefined;
  const ascii = toAscii(name);
  if (ascii === undefined || ascii.length > limits.domainLength) return undefined;
  const labels = ascii.split('.');
  if (!labels.every((part) => label.test(part))) return undefined;
  if (labels.length < 2 && ascii !== 'localhost') return undefined;
  return /^[0-9]+$/.test(labels.at(-1) ?? '') ? undefined : ascii;
}

/**
 * Part of an e-mail or of a domain as the service would keep it, for a search: what follows an `@` with each internationalised label in punycode.
 * A label that cannot be one stays as it is; a part of a label in punycode is not the punycode of the part.
 */
export function punycodeOf(text: string): string {
  const host = text.lastIndexOf('@') + 1;
  if (text.length > longestName || !/[^\u0000-\u007f]/.test(text.slice(host))) return text;
  const labels = text.slice(host).split(/[.\u3002\uff0e\uff61]/u);
  return text.slice(0, host) + labels.map((part) => toAscii(part.toLowerCase()) ?? part).join('.');
}

/** The URL parser is the UTS 46 of every platform; the label behind the name keeps it from reading the name as an address. */
function toAscii(name: string): string | undefined {
  if (name === '' || !/[^a-z0-9.-]|xn--/.test(name)) return name;
  try {
    return new URL(`http://${name}.x`).hostname.replace(/\.x$/, '');
  } catch {
    return undefined;
  }
}

/** rulings §4.1: these names belong to nobody, so they are unique per account only. */
export function isLocalDomain(domain: string): boolean {
  return domain === 'localhost' || /\.(localhost|local|test)$/.test(domain);
}

/**
 * A site's address, trimmed and otherwise as sent, or undefined (rulings §5.1): http or https, absolute, with a host and without credentials,
 * at most 2,048 characters; control characters are in no URL.
 */
export function parseSiteUrl(text: string): string | undefined {
  const url = text.trim();
  const authority = /^https?:\/\/([^/?#\\]*)/i.exec(url)?.[1];
  if (authority === undefined || authority === '' || authority.includes('@')) return undefined;
  if ([...url].length > limits.siteUrlLength || /\p{Cc}|\p{Cs}/u.test(url)) return undefined;
  return URL.canParse(url) ? url : undefined;
}

/** rulings §8: trimmed and lower-cased, one `@`, no white space or control character, a domain as above; undefined is `invalid email`. */
export function parseEmail(text: string): string | undefined {
  const parts = text.trim().toLowerCase().split('@');
  const [local, host] = parts;
  if (parts.length !== 2 || local === undefined || host === undefined || local === '') return undefined;
  if (/[\s\p{Cc}\p{Cs}]/u.test(local + host)) return undefined;
  const domain = parseDomain(host);
  const email = `${local}@${domain}`;
  return domain === undefined || [...email].length > limits.emailLength ? undefined : email;
}
