import { limits } from '../limits.ts';

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const foreignAscii = /[\u0000-\u007f]/g;
/** Longer names are not converted: punycode takes quadratic time, and none shrinks so much. */
const longestName = 4 * limits.domainLength;

/**
 * A hostname as the service stores it, or undefined for `invalid domain` (rulings §5.1): trimmed,
 * lower-cased, one trailing dot dropped, internationalised names in punycode (UTS 46). The result
 * is an RFC 1123 hostname with at least two labels (or `localhost`), and not an IP address.
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
 * Part of an e-mail or of a domain as the service would store it, for a search: the text after an
 * `@` has each internationalised label in punycode. An invalid label stays as it is. A part of a
 * label may not be found, because its punycode is not a part of the label's punycode.
 */
export function punycodeOf(text: string): string {
  const host = text.lastIndexOf('@') + 1;
  if (text.length > longestName || !/[^\u0000-\u007f]/.test(text.slice(host))) return text;
  const labels = text.slice(host).split(/[.\u3002\uff0e\uff61]/u);
  return text.slice(0, host) + labels.map((part) => toAscii(part.toLowerCase()) ?? part).join('.');
}

/** The URL parser implements UTS 46; the added label keeps it from reading an IP address. */
function toAscii(name: string): string | undefined {
  if (name === '' || !/[^a-z0-9.-]|xn--/.test(name)) return name;
  try {
    return new URL(`http://${name}.x`).hostname.replace(/\.x$/, '');
  } catch {
    return undefined;
  }
}

/** rulings §4.1: nobody owns these names, so they are only unique per account. */
export function isLocalDomain(domain: string): boolean {
  return domain === 'localhost' || /\.(localhost|local|test)$/.test(domain);
}

/**
 * A site's address, trimmed and otherwise as sent, or undefined (rulings §5.1): http or https,
 * absolute, with a host, without credentials and control characters, at most 2,048 characters.
 */
export function parseSiteUrl(text: string): string | undefined {
  const url = text.trim();
  const authority = /^https?:\/\/([^/?#\\]*)/i.exec(url)?.[1];
  if (authority === undefined || authority === '' || authority.includes('@')) return undefined;
  if ([...url].length > limits.siteUrlLength || /\p{Cc}|\p{Cs}/u.test(url)) return undefined;
  return URL.canParse(url) ? url : undefined;
}

/** A dot-atom of RFC 5322: the one spelling that a mailbox has before its «@». */
const dotAtom = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;

/**
 * An e-mail that is new to the service, or undefined for `invalid email` (rulings §8): as
 * `parseKnownEmail`, with a dot-atom before the `@`, of any length. Quotes, comments,
 * angle brackets and commas are refused, because mail programs drop or read them: several spellings
 * of one mailbox would be several people.
 */
export function parseEmail(text: string): string | undefined {
  const email = parseKnownEmail(text);
  const local = email?.slice(0, email.indexOf('@')) ?? '';
  // Some letters beyond ASCII become ASCII in lower case.
  const isAscii = /^[\0-\x7f]*$/.test(text.slice(0, text.indexOf('@')).trim());
  return isAscii && dotAtom.test(local) ? email : undefined;
}

/**
 * An e-mail that the service may have since an earlier version, which took more of them: whoever
 * has it still signs in. Trimmed and lower-cased, one `@`, no white space or control character, a
 * domain as above, at most 254 characters; undefined is `invalid email`.
 */
export function parseKnownEmail(text: string): string | undefined {
  const parts = text.trim().toLowerCase().split('@');
  const [local, host] = parts;
  if (parts.length !== 2 || local === undefined || host === undefined || local === '') return undefined;
  if (/[\s\p{Cc}\p{Cs}]/u.test(local + host)) return undefined;
  const domain = parseDomain(host);
  const email = `${local}@${domain}`;
  return domain === undefined || [...email].length > limits.emailLength ? undefined : email;
}

/** One text for all e-mails of a mailbox, for brakes alone: without `+` and what follows. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at).replace(/[\0-\x20"(),:;<>@[\\\]\x7f]/g, '');
  return `${local.replace(/(?<=.)\+.*$/s, '')}${email.slice(at)}`;
}
