import { errorCatalogue, type ErrorCode } from '@goal/contract';

type Advice = readonly [cause: string, cure: string];

/** Why each sentence of the catalogue comes, and what to do then. A new sentence does not compile without. */
const advice: Record<ErrorCode, Advice> = {
  invalid_json: ['The body is not JSON.', 'Send the output of a JSON encoder; mind quotes in shells.'],
  body_not_object: ['The body is JSON, but a list, a text or a number.', 'Send an object: `{…}`.'],
  not_found: [
    'No such path; or the id is unknown, belongs to somebody else, or lies outside the group of a group key. All three are answered alike.',
    'Compare the path with the [reference]({base_url}/docs/reference). List the sites or groups with the same key: what is not in the list is out of its reach.',
  ],
  method_not_allowed: ['The path exists, the method does not.', 'Use one of those that the header `Allow` names.'],
  body_too_large: ['The body is over 1 MiB (sending events: 4 MiB).', 'Send fewer events at a time.'],
  content_type: ['A body came that is not declared as JSON.', 'Add `Content-Type: application/json`.'],
  content_encoding: ['The body is compressed.', 'Send it as it is.'],
  head_too_large: ['The request line and headers are over 16 KiB.', 'Shorten the query or the headers.'],
  internal: [
    'Something failed in the service.',
    'Tell the operator the `X-Request-Id` of the answer: the log has all of it. Reading again is harmless.',
  ],
  unavailable: [
    'The database is out of reach or slow, or there is too much to do at once.',
    'Wait for the seconds in `Retry-After`. Reading, and events with an `event_uuid`: send the same again. Any other change: look first whether it was done.',
  ],
  batch_too_large: ['A batch over `/trpc` holds too many calls.', 'Split it.'],
  bad_request: [
    'The request is not HTTP, not a call that `/trpc` knows, or came while 20 others of its connection waited for their answers.',
    'Look at what the client library sends. Wait for answers before you send more, or use several connections.',
  ],
  request_timeout: ['The request took longer than 30 seconds to arrive.', 'Send it faster, or in smaller parts.'],
  missing_token: [
    'There is no `Authorization: Bearer …` header.',
    'Add it. A key in the URL or in the body is not looked at.',
  ],
  invalid_token: [
    'The key is mistyped, revoked, or of another kind than the path wants.',
    'Compare its beginning with the [table of keys](keys.md#the-four-kinds). A revoked key never comes back: make a new one.',
  ],
  rate_limited: [
    'More requests with this key than its [rate](#rates) allows.',
    'Wait for the seconds in `Retry-After`. It was not done; sending it again is harmless.',
  ],
  paid_plan: [
    'The account is on the free plan, which sends events and does not read.',
    'Ask the operator for a paid plan.',
  ],
  account_key_required: [
    'A group key tried to create, change or delete a group, or to look at or make group keys.',
    'Use an account key.',
  ],
  missing_scope_write: ['The admin token may only look.', 'Use one with the scope `admin:write`.'],
  missing_scope_read: ['The admin token has no scope.', 'Make another one.'],
  domain_mismatch: [
    '`X-Site-Domain` is missing, or is not the domain that the site key was issued for.',
    'Send the bare domain, without `https://` and without a port, as the site was registered.',
  ],
  site_revoked: [
    'The operator has taken the site out of use.',
    'Ask the operator. The account still sees the site and its events.',
  ],
  site_paused: [
    'The plan became smaller than the number of sites, or the operator has restored the site after revoking it. It may not send; reading stays.',
    'Where the plan has no free place take a larger one or delete another site; then activate this one.',
  ],
  invalid_domain: [
    'The domain is missing, an IP address, without a dot, or has a scheme, port or path.',
    'Send a bare host name such as `shop.example.com`.',
  ],
  site_url: [
    'The address of the site is missing, or no whole `http://` or `https://` URL.',
    'Send for instance `https://shop.example.com`.',
  ],
  name_or_group: ['A site was to be changed without a `name` or a `group_id`.', 'Send one of them at least.'],
  confirm_site: ['A deletion that was not confirmed. Nothing has been deleted.', 'Add `?confirm=true` if you mean it.'],
  name_required: ['The name is missing, empty, or white space.', 'Send a name.'],
  name_too_long: ['The name has more than 200 characters.', 'Shorten it.'],
  name_or_external_ref: [
    'A group was to be changed without a `name` or an `external_ref`.',
    'Send one of them at least.',
  ],
  external_ref_too_long: ['The reference has more than 200 characters.', 'Shorten it, or send a hash of it.'],
  site_registered: [
    'A site with this domain exists already, in this account or another.',
    'Look for it in the list of sites. To move it between accounts, delete it in the old one first: its events go with it.',
  ],
  site_limit: ['The account has as many active sites as its plan allows.', 'Take a larger plan, or delete a site.'],
  site_not_reactivable: ['The operator has revoked the site.', 'Ask the operator to restore it, then activate it.'],
  two_site_keys: [
    'A site has two active keys at most, unless the account is a reseller.',
    'Revoke the one that is not used any more.',
  ],
  group_name_taken: ['Another group of the account has this name.', 'Take another name; letters’ case counts.'],
  external_ref_taken: [
    'Another group of the account has this reference.',
    'Find it: `GET /account/groups?external_ref=…`.',
  ],
  ten_group_keys: [
    'A group has ten active keys at most, of resellers too.',
    'Revoke those that are not used any more.',
  ],
  ten_account_keys: [
    'An account has ten active keys at most, unless it is a reseller.',
    'Let the operator revoke those that are not used.',
  ],
  too_many_events: ['More than 1,000 events in one request.', 'Split them.'],
  events_range: ['The list `events` is empty or no list.', 'Send 1 to 1,000 events.'],
  confirm_account: [
    'A deletion of an account that was not confirmed. Nothing has been deleted.',
    'Add `?confirm=true` if you mean it.',
  ],
  invalid_email: ['The e-mail is missing or is none.', 'Send one address, without a name.'],
  unknown_plan: ['There is no such plan.', 'Take a slug of `GET /admin/plans`.'],
  ids_range: ['The list `ids` is empty, or names more than 200 sites.', 'Send 1 to 200 ids; more in a second request.'],
  ids_or_paused_by: [
    'Sites were to be activated without saying which.',
    'Send their `ids`, or `"paused_by": "last_downgrade"`.',
  ],
  ids_and_paused_by: ['Sites were named in two ways at once.', 'Send one of the two fields.'],
  account_exists: ['An account has this e-mail already.', 'Find it: `GET /admin/accounts?q=…`.'],
  site_not_revoked: ['Only a revoked site can be restored.', 'A paused one is activated.'],
  token_name_taken: ['An active admin token has this name.', 'Take another name, or revoke that one.'],
  foreign_origin: ['A browser asked for MCP from a page of another site.', 'Let a program ask, not a page.'],
  invalid_signature: [
    'A payment message does not bear the signature of `STRIPE_WEBHOOK_SECRET`, or is older than five minutes.',
    'Compare the secret and the clocks.',
  ],
  invalid_cursor: [
    'The `cursor` is not one that this service gave, or was changed.',
    'Give `next_cursor` back as it is, URL-encoded; or begin without.',
  ],
  invalid_after: [
    'The `after` of a tail is not a position that this service gave.',
    'Give `next_after` back as it is; or begin with `0`.',
  ],
  too_many_rows: [
    'The list has more than 10,000 rows, and the native `/trpc` sends every answer in one piece.',
    'Ask for the same list over REST, which sends it whole at any size.',
  ],
};

/** Sentences that name a field or a parameter; the name stands where the word in capitals is. All are 400. */
const ofFields: readonly (readonly [sentence: string, ...Advice])[] = [
  [
    'invalid FIELD',
    'The value is of the right type and makes no sense there: a `limit` that is not 1 to 200, a `severity` that is none of the five, a time without an offset or in the year 1999, a `q` of more than 500 characters.',
    'Look the field up in the [reference]({base_url}/docs/reference).',
  ],
  ['FIELD must be a string', 'The field has another type.', 'Put the value in quotes.'],
  ['FIELD must be an integer', 'The field has another type, or a fraction.', 'Send a whole number.'],
  ['FIELD must be a boolean', 'The field is not `true` or `false`.', 'Send one of them, without quotes.'],
  ['FIELD must be an array', 'The field is no list.', 'Send `[…]`.'],
  [
    'FIELD required',
    'An event lacks a field that each must have.',
    'Send it; `""` will do for `object`, `event_type` and `message`.',
  ],
  ['event must be an object', 'An element of `events` is no object.', 'Send `{…}` for each event.'],
  [
    'older than retention',
    'The event is older than its site keeps events, so it would be deleted at once.',
    'Do not send it, or take a plan that keeps longer.',
  ],
];

/** Every sentence of the catalogue with cause and cure, under a heading for each status, as markdown. */
export function errorsAsMarkdown(): string {
  const statuses = [...new Set(Object.values(errorCatalogue).map(({ status }) => status))].toSorted((a, b) => a - b);
  return statuses
    .map((status) => {
      const rows = Object.entries(errorCatalogue)
        .filter(([, entry]) => entry.status === status)
        // The keys of the catalogue are its codes.
        .map(([code, { message }]) => row(message, ...advice[code as ErrorCode]));
      const families = status === 400 ? ofFields.map((one) => row(...one)) : [];
      return [`### ${status}`, '', '| sentence | why | what to do |', '|---|---|---|', ...rows, ...families].join('\n');
    })
    .join('\n\n');
}

const row = (sentence: string, cause: string, cure: string): string => `| \`${sentence}\` | ${cause} | ${cure} |`;
