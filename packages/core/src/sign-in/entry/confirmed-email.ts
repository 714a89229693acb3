import { parseKnownEmail } from '@goal/contract';

/** The claims of a provider about an e-mail. */
type Claims = Readonly<Record<string, unknown>>;

/** A provider's e-mail, and whether it says that it is confirmed; undefined: it does not say. */
type ToldEmail = { email: string | undefined; isConfirmed: boolean | undefined };

/** An e-mail that counts as confirmed, or why there is none; then `email` is what was told. */
export type ConfirmedEmail = { email: string } | { email: string | undefined; reason: string };

/**
 * What the claims of an ID token or of `userinfo` say of the e-mail (rulings §10.14). `xms_edov` is
 * Entra's word that the tenant owns the domain of the e-mail. A word that is neither yes nor no is
 * no.
 */
export function toldEmail(claims: Claims): ToldEmail {
  const { email, email_verified: verified, xms_edov: owned } = claims;
  const words = [...isSaid(verified, [true, 'true']), ...isSaid(owned, [true, 'true', 1, '1'])];
  return {
    email: typeof email === 'string' ? email : undefined,
    isConfirmed: words.length === 0 ? undefined : words.every(Boolean),
  };
}

const isSaid = (word: unknown, yes: readonly unknown[]): boolean[] =>
  word === undefined || word === null ? [] : [yes.includes(word)];

/** Joins both answers. A no of either counts; a yes counts for the e-mail that it came with. */
export function joinTold(token: ToldEmail, userinfo: ToldEmail): ToldEmail {
  const email = userinfo.email ?? token.email;
  const told = [token, userinfo];
  if (told.some(({ isConfirmed }) => isConfirmed === false)) return { email, isConfirmed: false };
  const own = told.filter((one) => one.email?.toLowerCase() === email?.toLowerCase());
  return { email, isConfirmed: own.some(({ isConfirmed }) => isConfirmed === true) ? true : undefined };
}

/**
 * Judges an e-mail (rulings §10.14). `domains` count as confirmed where the provider says nothing
 * of it.
 */
export function judgeEmail({ email, isConfirmed }: ToldEmail, domains: readonly string[]): ConfirmedEmail {
  const address = email === undefined ? undefined : parseKnownEmail(email);
  if (address === undefined)
    return { email: undefined, reason: 'the provider tells no e-mail: does the client get the scope email?' };
  if (isConfirmed === false)
    return { email: address, reason: 'the provider says that the e-mail is not confirmed (email_verified, xms_edov)' };
  const domain = address.slice(address.indexOf('@') + 1);
  if (isConfirmed === true || domains.includes(domain)) return { email: address };
  return {
    email: address,
    reason: 'the provider sends no email_verified, and the domain of the e-mail is not in OIDC_EMAIL_DOMAINS',
  };
}
