/** The issuers by whom the person `p` has signed in, for a statement. */
export const issuersOfPerson = `ARRAY(SELECT DISTINCT i.issuer FROM identity i WHERE i.person_no = p.no)`;

/** Where Entra gives out tokens; those of its first version name the second host. */
const entra = 'login.microsoftonline.com';
const entraFirst = 'sts.windows.net';

/**
 * Whether an identity's issuer is the provider of single sign-on that is set up (rulings §10.24).
 * OIDC_ISSUER may be spelled otherwise than the issuer in tokens, wherever a sign-in accepts it. A
 * provider of tenants puts another path into its tokens, so each identity of its host counts.
 */
export function isSetUpIssuer({ sso }: { sso: { issuer: string } | undefined }, issuer: string): boolean {
  if (sso === undefined) return false;
  const host = tenantsHostOf(normalIssuer(sso.issuer));
  return isSameIssuer(sso.issuer, issuer) || (host !== undefined && host === tenantsHostOf(normalIssuer(issuer)));
}

/** Whether two spellings name one issuer. */
export const isSameIssuer = (one: string, other: string): boolean => normalIssuer(one) === normalIssuer(other);

/** One spelling of an issuer: that of URLs, without the address of its metadata and slashes. */
function normalIssuer(issuer: string): string {
  const { href } = URL.canParse(issuer) ? new URL(issuer) : { href: issuer };
  return href.replace(/\/+$/, '').replace(/\/+\.well-known\/openid-configuration$/, '');
}

/** The host of a provider of tenants, as openid-client knows them; undefined for any other. */
function tenantsHostOf(issuer: string): string | undefined {
  if (!URL.canParse(issuer)) return undefined;
  const { hostname } = new URL(issuer);
  if (hostname === entraFirst) return entra;
  return hostname === entra || hostname.endsWith('.b2clogin.com') ? hostname : undefined;
}
