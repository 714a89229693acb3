/**
 * Sentences of the catalogue that every page of the web apps compares with. They stand apart, so
 * that a page does not load the whole catalogue for them (rulings §3.2, §10.15, §10.24, §10.30).
 */
export const sentences = {
  missingToken: 'missing bearer token',
  confirmationRequired: 'confirm that it is you',
  secondFactorRequired: 'a second factor is required here',
  anotherPerson: 'another person is signed in now',
} as const;

/** Sentences that refuse keys and events, for the pages that explain them, by their codes. */
export const refusalSentences = {
  domain_mismatch: 'domain mismatch',
  invalid_token: 'invalid token',
  rate_limited: 'rate limited',
  invalid_json: 'invalid JSON body',
  body_not_object: 'body must be a JSON object',
  body_too_large: 'body too large',
  content_type: 'content type must be application/json',
  content_encoding: 'content encoding not supported',
  too_many_events: 'too many events',
  events_range: 'events must hold 1 to 1000 events',
  request_timeout: 'request timeout',
  read_only_key: 'read-only key',
  monthly_limit: 'monthly limit reached',
  site_paused: 'site paused',
  site_revoked: 'site revoked',
  paid_plan: 'api access requires a paid plan',
  account_key_required: 'account key required',
  not_found: 'not found',
} as const;
