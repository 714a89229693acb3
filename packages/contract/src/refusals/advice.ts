import { erasureAdvice } from './erasure-advice.ts';
import type { ErrorCode } from './errors.ts';
import { peopleAdvice } from './people-advice.ts';
import { streamAdvice } from './stream-advice.ts';

type Advice = readonly [cause: string, cure: string];

/**
 * The cause and the cure of each sentence of the catalogue, as Markdown for the documentation. A
 * new code does not compile without them.
 */
export const advice: Record<ErrorCode, Advice> = {
  invalid_json: ['The body is not JSON.', 'Send the output of a JSON encoder; mind quotes in shells.'],
  body_not_object: ['The body is JSON, but it is a list, a text or a number.', 'Send an object: `{…}`.'],
  not_found: [
    'The path does not exist, or the id is unknown, belongs to somebody else, or is outside the group of a group key. The answer is the same in all these cases.',
    'Compare the path with the [reference]({base_url}/docs/reference). List the sites or groups with the same key: it cannot reach any others.',
  ],
  method_not_allowed: ['The path exists, but not with this method.', 'Use a method that the header `Allow` names.'],
  body_too_large: ['The body is over 1 MiB (sending events: 4 MiB).', 'Send fewer events at a time.'],
  content_type: ['The body is not declared as JSON.', 'Add `Content-Type: application/json`.'],
  content_encoding: ['The body is compressed.', 'Send it uncompressed.'],
  head_too_large: ['The request line and headers are over 16 KiB.', 'Shorten the query or the headers.'],
  internal: [
    'Something failed in the service.',
    'Tell the operator the `X-Request-Id` of the answer: the log has the details. Repeating a read is harmless.',
  ],
  unavailable: [
    'The database is out of reach or slow, or the service is overloaded.',
    'Wait for the seconds in `Retry-After`. Repeat reads and events with an `event_uuid`. For any other change, check first whether it was done.',
  ],
  batch_too_large: ['A batch over `/trpc` has too many calls.', 'Split it.'],
  bad_request: [
    'The request is not HTTP or not a valid `/trpc` call, has `Host` or `Authorization` twice or no `Host`, or its connection already had 20 unanswered requests.',
    'Check what the client library and the proxy send. Wait for answers before you send more, or use several connections.',
  ],
  request_timeout: ['The request took longer than 30 seconds to arrive.', 'Send it faster, or in smaller parts.'],
  missing_token: [
    'There is no `Authorization: Bearer …` header.',
    'Add it. The service ignores a key in the URL or in the body.',
  ],
  invalid_token: [
    'The key is mistyped, revoked, or of the wrong kind for this path.',
    'Compare its beginning with the [table of keys](keys.md#the-kinds). A revoked key never comes back: make a new one.',
  ],
  rate_limited: [
    'The requests with this key exceed its [rate](#rates).',
    'Wait for the seconds in `Retry-After`. Nothing was done, so sending it again is harmless.',
  ],
  monthly_limit: [
    'The account has sent as many events this month as its plan stores. The month ends on the first of the next one, UTC.',
    'Keep the events and send them after the seconds in `Retry-After`, or choose a larger plan, which counts from the next request on. Ask at most once a day meanwhile. What is stored can be read as before.',
  ],
  paid_plan: ['The account is on the free plan, which can only send events.', 'Ask the operator for a paid plan.'],
  account_key_required: [
    'A group key tried to create, change or delete a group, or to list or make group keys.',
    'Use an account key.',
  ],
  read_only_key: [
    'The key was made with `access` `read`: it reads, and neither changes anything nor sends events.',
    'Use a key that may do more. A key keeps the access that it was made with: [make another](keys.md#keys-that-can-do-less).',
  ],
  send_only_key: [
    'The site key was made with `access` `send`: it only sends events with `POST /events`.',
    'Read with another key of the site: [make one](keys.md#keys-that-can-do-less) with `access` `read`.',
  ],
  missing_scope_write: ['The admin token may only read.', 'Use a token with the scope `admin:write`.'],
  missing_scope_read: ['The admin token has no scope.', 'Make another one.'],
  domain_mismatch: [
    '`X-Site-Domain` is missing, or is not the domain that the site key was issued for.',
    'Send the bare domain, without `https://` and without a port, as the site was registered.',
  ],
  site_revoked: [
    'The operator has blocked the site.',
    'Ask the operator. The account still sees the site and its events.',
  ],
  site_paused: [
    'The plan no longer covers this site, or the operator has restored the site after revoking it. Its events can be read, but it cannot send.',
    'If the plan has no free place, choose a larger plan or delete another site. Then activate this site.',
  ],
  invalid_domain: [
    'The domain is missing, an IP address, without a dot, or has a scheme, port or path.',
    'Send a bare host name such as `shop.example.com`.',
  ],
  site_url: [
    'The address of the site is missing, or is not a complete `http://` or `https://` URL.',
    'Send an address such as `https://shop.example.com`.',
  ],
  name_or_group: ['The request to change a site has neither a `name` nor a `group_id`.', 'Send at least one of them.'],
  confirm_site: ['The deletion was not confirmed. Nothing has been deleted.', 'Add `?confirm=true` if you mean it.'],
  name_required: ['The name is missing, empty, or white space.', 'Send a name.'],
  name_too_long: ['The name has more than 200 characters.', 'Shorten it.'],
  name_or_external_ref: [
    'The request to change a group has neither a `name` nor an `external_ref`.',
    'Send at least one of them.',
  ],
  reason_too_long: ['The reason of an operator has more than 500 characters.', 'Shorten it.'],
  external_ref_too_long: ['The reference has more than 200 characters.', 'Shorten it, or send a hash of it.'],
  site_registered: [
    'A site with this domain already exists, in this account or another.',
    'Look for it in the list of sites. To move it between accounts, delete it in the old one first, which also deletes its events.',
  ],
  site_limit: ['The account has as many active sites as its plan allows.', 'Choose a larger plan, or delete a site.'],
  site_not_reactivable: ['The operator has revoked the site.', 'Ask the operator to restore it, then activate it.'],
  two_site_keys: [
    'A site has at most two active keys, unless the account is a reseller.',
    'Revoke the key that is no longer used.',
  ],
  group_name_taken: [
    'Another group of the account has this name.',
    'Choose another name; upper and lower case differ.',
  ],
  external_ref_taken: [
    'Another group of the account has this reference.',
    'Find it: `GET /account/groups?external_ref=…`.',
  ],
  ten_group_keys: [
    'A group has at most ten active keys, for resellers too.',
    'Revoke the keys that are no longer used.',
  ],
  ten_account_keys: [
    'An account has at most ten active keys, unless it is a reseller.',
    'Revoke the keys that are no longer used: in the dashboard under Settings, API keys, or ask the operator.',
  ],
  too_many_events: ['The request has more than 1,000 events.', 'Split it.'],
  events_range: ['The field `events` is empty or not a list.', 'Send 1 to 1,000 events.'],
  confirm_account: [
    'The deletion of the account was not confirmed. Nothing has been deleted.',
    'Add `?confirm=true` if you mean it.',
  ],
  invalid_email: ['The e-mail is missing or is not an address.', 'Send one address, without a name.'],
  unknown_plan: ['There is no such plan.', 'Use a slug from `GET /admin/plans`.'],
  ids_range: [
    'The list `ids` is empty, or names more than 200 sites.',
    'Send 1 to 200 ids, and further ids in another request.',
  ],
  ids_or_paused_by: [
    'The request does not say which sites to activate.',
    'Send their `ids`, or `"paused_by": "last_downgrade"`.',
  ],
  ids_and_paused_by: ['The request names sites in two ways.', 'Send one of the two fields.'],
  account_exists: ['Another account already has this e-mail.', 'Find it: `GET /admin/accounts?q=…`.'],
  site_not_revoked: ['Only a revoked site can be restored.', 'Activate a paused site instead.'],
  token_name_taken: ['An active admin token already has this name.', 'Choose another name, or revoke that token.'],
  foreign_origin: [
    'A web page of another site called MCP from a browser.',
    'Call MCP from a program, not from a page.',
  ],
  invalid_signature: [
    'The payment message is not signed with `STRIPE_WEBHOOK_SECRET`, or is older than five minutes.',
    'Check the secret and the clocks.',
  ],
  invalid_cursor: [
    'The `cursor` is not from this service, or was changed.',
    'Send `next_cursor` unchanged and URL-encoded, or start without a cursor.',
  ],
  invalid_after: [
    'The `after` of a tail is not a position from this service.',
    'Send `next_after` unchanged, or start with `0`.',
  ],
  ...erasureAdvice,
  ...streamAdvice,
  ...peopleAdvice,
  too_many_rows: [
    'The list has more than 10,000 rows, and the native `/trpc` sends every answer in one piece.',
    'Request the same list over REST, which sends it whole at any size.',
  ],
};

/** Advice for sentences that name a field or a parameter, here in capitals. All are 400. */
export const fieldAdvice: readonly (readonly [sentence: string, ...Advice])[] = [
  [
    'invalid FIELD',
    'The value has the right type but is invalid: a `limit` outside 1 to 200, a `severity` other than the five, a time without an offset or in the year 1999, a `q` of more than 500 characters, an `ip` that is no address, a `by` with a range of more than 400 days or 744 hours.',
    'Look the field up in the [reference]({base_url}/docs/reference).',
  ],
  ['FIELD must be a string', 'The field has another type.', 'Put the value in quotes.'],
  ['FIELD must be an integer', 'The field has another type, or a fraction.', 'Send a whole number.'],
  ['FIELD must be a boolean', 'The field is not `true` or `false`.', 'Send `true` or `false`, without quotes.'],
  ['FIELD must be an array', 'The field is not a list.', 'Send `[…]`.'],
  [
    'FIELD required',
    'An event lacks a required field.',
    'Send it; `""` is enough for `object`, `event_type` and `message`.',
  ],
  ['event must be an object', 'An element of `events` is not an object.', 'Send `{…}` for each event.'],
  [
    'older than retention',
    'The event is older than its site keeps events, so it would be deleted at once.',
    'Do not send it, or choose a plan that keeps events longer.',
  ],
];
