/**
 * Signs of wrong settings for proxies (rulings §10.8): `X-Forwarded-For` lacks the visitor though
 * TRUSTED_PROXIES is set; all visits seem to come from one proxy.
 */
export const visitSigns = ['nothing', 'header_missing', 'one_proxy'] as const;
export type VisitSign = (typeof visitSigns)[number];
