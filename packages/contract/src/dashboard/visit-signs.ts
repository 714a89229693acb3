/**
 * What visits of the dashboard say of the proxies in front of it (rulings §10.8): nothing; that
 * TRUSTED_PROXIES is set and `X-Forwarded-For` lacks the visitor; that all of them seem to come
 * from one proxy.
 */
export const visitSigns = ['nothing', 'header_missing', 'one_proxy'] as const;
export type VisitSign = (typeof visitSigns)[number];
