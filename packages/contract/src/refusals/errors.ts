import { refusalSentences, sentences } from './sentences.ts';

/**
 * The error catalogue: code → HTTP status → exact sentence. Every fixed refusal is here and
 * nowhere else; a sentence that names a field comes from that field's shape or from `fieldError`.
 * Sentences are byte-exact (interface.md §7, rulings §2 to §8); the dash is U+2014.
 */
const table = {
  // rulings §2.2
  invalid_json: [400, refusalSentences.invalid_json],
  body_not_object: [400, refusalSentences.body_not_object],
  not_found: [404, refusalSentences.not_found],
  method_not_allowed: [405, 'method not allowed'],
  body_too_large: [413, refusalSentences.body_too_large],
  content_type: [415, refusalSentences.content_type],
  content_encoding: [415, refusalSentences.content_encoding],
  head_too_large: [431, 'request header too large'],
  internal: [500, 'internal error'],
  unavailable: [503, 'service unavailable'],
  batch_too_large: [400, 'a batch holds at most 20 calls'],
  bad_request: [400, 'bad request'],
  request_timeout: [408, refusalSentences.request_timeout],
  // interface.md §5 and §7, rulings §3.2
  missing_token: [401, sentences.missingToken],
  invalid_token: [401, refusalSentences.invalid_token],
  rate_limited: [429, refusalSentences.rate_limited],
  paid_plan: [403, refusalSentences.paid_plan],
  account_key_required: [403, refusalSentences.account_key_required],
  missing_scope_write: [403, 'missing scope: admin:write'],
  missing_scope_read: [403, 'missing scope: admin:read'],
  // rulings §12.2
  read_only_key: [403, refusalSentences.read_only_key],
  send_only_key: [403, 'send-only key'],
  // rulings §4.5, §6.8
  domain_mismatch: [403, refusalSentences.domain_mismatch],
  site_revoked: [403, refusalSentences.site_revoked],
  site_paused: [403, refusalSentences.site_paused],
  // rulings §10.39: after `site paused`, and before the body
  monthly_limit: [429, refusalSentences.monthly_limit],
  // interface.md §7
  invalid_domain: [400, 'invalid domain'],
  site_url: [400, 'site_url must be an http(s) URL'],
  name_or_group: [400, 'name or group_id required'],
  confirm_site: [400, 'destructive: pass ?confirm=true — the site, its keys, and its events are removed'],
  name_required: [400, 'name required'],
  name_too_long: [400, 'name too long'],
  name_or_external_ref: [400, 'name or external_ref required'],
  external_ref_too_long: [400, 'external_ref too long'],
  site_registered: [409, 'site already registered'],
  site_limit: [409, 'plan site limit reached'],
  site_not_reactivable: [409, 'site cannot be reactivated — contact support'],
  two_site_keys: [409, 'two active keys already — revoke one before minting another'],
  group_name_taken: [409, 'group name already exists'],
  external_ref_taken: [409, 'external_ref already exists'],
  ten_group_keys: [409, 'ten active group keys already — revoke one before minting another'],
  ten_account_keys: [409, 'ten active account keys already — revoke one before minting another'],
  // rulings §7.4
  too_many_events: [413, refusalSentences.too_many_events],
  events_range: [400, refusalSentences.events_range],
  // rulings §8
  confirm_account: [400, 'destructive: pass ?confirm=true — the account, its sites, their keys and events are removed'],
  reason_too_long: [400, 'reason too long'],
  invalid_email: [400, 'invalid email'],
  unknown_plan: [400, 'unknown plan'],
  ids_range: [400, 'ids must hold 1 to 200 ids'],
  ids_or_paused_by: [400, 'ids or paused_by required'],
  ids_and_paused_by: [400, 'ids and paused_by exclude each other'],
  account_exists: [409, 'account already exists'],
  site_not_revoked: [409, 'site is not revoked'],
  token_name_taken: [409, 'an active admin token has this name already'],
  // rulings §9.5
  foreign_origin: [403, 'foreign origin'],
  // rulings §9.4
  invalid_signature: [400, 'invalid signature'],
  // A position that the service did not seal (rulings §6.4).
  invalid_cursor: [400, 'invalid cursor'],
  invalid_after: [400, 'invalid after'],
  // rulings §5.3
  too_many_rows: [400, 'too many rows — use REST'],
  // rulings §10.6, §10.15
  missing_role_owner: [403, 'missing role: owner'],
  missing_role_admin: [403, 'missing role: admin'],
  whole_account_required: [403, 'whole account required'],
  second_factor_required: [403, sentences.secondFactorRequired],
  second_factor_first: [409, 'set up a second factor, or sign in with a passkey, before you require one'],
  confirmation_required: [403, sentences.confirmationRequired],
  // rulings §10.8 to §10.14: ways to sign in
  wrong_password: [401, 'email or password is wrong'],
  wrong_code: [401, 'the code is wrong'],
  attempt_expired: [400, 'this attempt has expired — begin again'],
  unknown_passkey: [401, 'this passkey is not known'],
  sign_in_not_completed: [401, 'the sign-in was not completed'],
  nobody_invited: [403, 'nobody has invited this e-mail'],
  email_not_confirmed: [403, 'the e-mail is not confirmed there'],
  mail_not_sent: [503, 'the mail could not be sent'],
  provider_out_of_reach: [503, 'the sign-in service is out of reach'],
  password_too_short: [400, 'password too short'],
  password_too_long: [400, 'password too long'],
  password_too_easy: [400, 'password too easy'],
  last_way_in: [409, 'a way to sign in must stay'],
  twenty_passkeys: [409, 'twenty passkeys already — remove one before adding another'],
  email_taken: [409, 'this e-mail is taken'],
  // rulings §10.3: members and invitations
  sign_in_as_invited: [409, 'sign in as the invited person'],
  invited_somebody_else: [403, 'this invitation is for somebody else'],
  already_member: [409, 'already a member'],
  hundred_members: [409, 'a hundred members already — remove one before inviting another'],
  hundred_invitations: [409, 'a hundred open invitations already — revoke one before inviting another'],
  last_owner: [409, 'an account keeps one owner'],
  invalid_role: [400, 'invalid role'],
  has_owner: [409, 'this account has an owner — ask them to invite'],
  own_token: [409, 'this is the token you signed in with'],
  // rulings §10.29: an owner deletes the account
  account_email_typed: [400, 'type the e-mail of the account'],
  subscription_living: [409, 'end the subscription first'],
  // rulings §10.19: which sites are active
  chosen_ids_range: [400, 'ids must hold 1 to 5000 ids'],
  nothing_to_choose: [409, 'unlimited sites — nothing to choose'],
  chosen_three_times: [409, 'sites were chosen three times today — try again tomorrow'],
  // rulings §10.36: checkout and portal
  subscription_exists: [409, 'there is a subscription already — change it in the portal'],
  payments_out_of_reach: [503, 'the payment provider is out of reach'],
  // rulings §10.31: an admin deletes a site
  site_domain_typed: [400, 'type the domain of the site'],
  // rulings §10.35: an admin deletes several sites
  sites_counted: [400, 'type how many sites are deleted'],
  // rulings §10.34: saved views
  invalid_query: [400, 'invalid query'],
  view_name_taken: [409, 'a view has this name already'],
  hundred_views: [409, 'a hundred views already — delete one before saving another'],
  // rulings §10.40: the weekly summary
  email_unproven: [409, 'prove your e-mail first'],
  // rulings §10.38: white label
  white_label: [403, 'white label is for resellers'],
  colour_contrast: [400, 'colour has too little contrast'],
  logo_invalid: [400, 'logo must be a PNG or WebP of at most 64 KiB'],
  // rulings §13.1: redaction
  confirm_redaction: [400, 'destructive: pass ?confirm=true — the text and user of these events are removed'],
  username_or_user_id: [400, 'username or user_id required'],
  site_id_required: [400, 'site_id required'],
  redaction_running: [409, 'redaction already running'],
  // rulings §13.6: legal hold
  reason_required: [400, 'reason required'],
  hundred_holds: [409, 'a hundred holds already — end one before setting another'],
  hold_of_provider: [409, 'set by the provider'],
  on_legal_hold: [409, 'on legal hold'],
  // rulings §15.4: streams
  sink_object: [400, 'sink must be an object'],
  sink_type: [400, 'unknown sink type'],
  stream_url: [400, 'url must be an https URL'],
  address_not_allowed: [400, 'address not allowed'],
  name_sink_or_filters: [400, 'name, sink or filters required'],
  invalid_filters: [400, 'invalid filters'],
  position_not_kept: [409, 'position no longer kept'],
  stream_name_taken: [409, 'stream name already exists'],
  ten_streams: [409, 'ten streams already — delete one before adding another'],
  no_signing_secret: [409, 'this sink has no signing secret'],
  former_secret_signs: [409, 'the former secret still signs — wait, or end it'],
  test_running: [409, 'test already running'],
  stream_paused_by_provider: [409, 'paused by the provider'],
  // rulings §16.5: the signed log
  not_sealed: [503, 'not sealed yet'],
  // rulings §10.30
  another_person: [409, sentences.anotherPerson],
  // rulings §10.52
  act_done: [409, 'this act was done already'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof table;

/** One row of the catalogue. */
export type ErrorEntry = { readonly status: number; readonly message: string };

/** The catalogue as data: for documents and tests. */
export const errorCatalogue: Readonly<Record<ErrorCode, ErrorEntry>> = Object.fromEntries(
  Object.entries(table).map(([code, [status, message]]) => [code, { status, message }]),
  // Object.fromEntries loses the types of the keys.
) as Record<ErrorCode, ErrorEntry>;

/**
 * The only error that core throws on purpose: a refusal from the catalogue, or a field error whose
 * sentence names the field (always 400). Doors translate it once. Any other error is a 500 for the
 * caller, and the log has all of it.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly status: number;
  /** Seconds after which a retry makes sense, for `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(
    readonly code: ErrorCode | 'invalid_field',
    options: { message?: string; retryAfter?: number; cause?: unknown } = {},
  ) {
    const entry = code === 'invalid_field' ? { status: 400, message: 'bad request' } : errorCatalogue[code];
    super(options.message ?? entry.message, options.cause === undefined ? undefined : { cause: options.cause });
    this.status = entry.status;
    this.retryAfter = options.retryAfter;
  }
}

/** A 400 that names a field, such as `code must be an integer` (rulings §2.3, §2.8, §6.1). */
export function fieldError(message: string): DomainError {
  return new DomainError('invalid_field', { message });
}
