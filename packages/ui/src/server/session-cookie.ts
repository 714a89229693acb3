import 'server-only';

type Settings = {
  /** Its name on plain http. */
  name: string;
  /** Whether browsers come over https. */
  isSecure: boolean;
  sameSite: 'lax' | 'strict';
};

export type SessionCookie = {
  name: string;
  /** Its attributes, in the form in which Next's `cookies().set` takes them. */
  attributes: { httpOnly: true; sameSite: 'lax' | 'strict'; secure: boolean; path: '/' };
  /** Its value in a request's `Cookie` header; undefined if the header does not have it. */
  valueIn: (header: string | null) => string | undefined;
  /** A `Set-Cookie` that gives it this value until `seconds` have passed. */
  setting: (value: string, seconds: number) => string;
  /** A `Set-Cookie` that removes it from the browser. */
  removal: string;
};

/**
 * No script can read it. Browsers take a `__Host-` cookie only from this very host and over https,
 * so that no neighbour under the same domain can plant one.
 */
export function sessionCookie({ name: plainName, isSecure, sameSite }: Settings): SessionCookie {
  const name = isSecure ? `__Host-${plainName}` : plainName;
  const start = `${name}=`;
  const site = sameSite === 'lax' ? 'Lax' : 'Strict';
  const setting = (value: string, seconds: number): string =>
    `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${site}${isSecure ? '; Secure' : ''}`;
  return {
    name,
    attributes: { httpOnly: true, sameSite, secure: isSecure, path: '/' },
    valueIn: (header) =>
      header
        ?.split(/; */)
        .find((one) => one.startsWith(start))
        ?.slice(start.length),
    setting,
    removal: setting('', 0),
  };
}
