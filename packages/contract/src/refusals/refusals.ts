import { refusalSentences } from './sentences.ts';
import { explainStatus, type Explanation } from './status-refusals.ts';

/** The reader: an operator helps a customer, a member mends their own site. */
type RefusalReader = 'operator' | 'member';
/** An explanation whose cure differs for a member. */
type KnownRefusal = Explanation & { own?: string };

const { domain_mismatch, invalid_token, rate_limited, invalid_json, site_paused, site_revoked } = refusalSentences;
const { body_not_object, body_too_large, content_type, content_encoding } = refusalSentences;
const { too_many_events, events_range, request_timeout, read_only_key, monthly_limit } = refusalSentences;

const plugin = 'Update the plugin. For a sender of your own, the API reference describes the form of an event.';

/** The operator's cure for a status, where a member does something else. */
const forOperator = (status: 'paused' | 'revoked', remedy: string): KnownRefusal => {
  const { meaning, remedy: own } = explainStatus(status);
  return { meaning, remedy, own };
};

/** The sentences that refuse a whole request (rulings §2.2, §6.8, §7). */
const known: Readonly<Record<string, KnownRefusal>> = {
  [domain_mismatch]: {
    meaning: 'The key is right, but the header X-Site-Domain names a different domain than this site’s.',
    remedy:
      'Often this is a copy of the site (staging, a new domain) that still has the key. Correct the domain in the plugin’s settings, or register the other domain as its own site.',
  },
  [invalid_token]: {
    meaning: 'The request used a key of this site that is revoked or has a wrong secret part.',
    remedy: 'Have the customer paste an active key of this site into the plugin. The active keys are listed below.',
    own: 'Paste an active key of this site into the plugin. If nobody has it any more, make a new one.',
  },
  [read_only_key]: {
    meaning: 'The request used a key of this site that may only read.',
    remedy: 'Have the customer paste a key into the plugin that may send. The list below says what each key may do.',
    own: 'Paste a key into the plugin that may send. The list of keys says what each may do.',
  },
  [site_paused]: forOperator(
    'paused',
    'Activate it above, or have the customer activate it by the API. The plan needs room for it, unless the account is a reseller.',
  ),
  [site_revoked]: forOperator(
    'revoked',
    'The account’s record says who revoked it. «Restore site» makes it paused; then you can activate it here, or the customer can by the API.',
  ),
  [rate_limited]: {
    meaning: 'The key sends more than 50 requests a second.',
    remedy:
      'The plugin should send events in batches and wait as long as Retry-After says. The rate below applies to reading only.',
    own: 'The plugin should send events in batches and wait as long as Retry-After says.',
  },
  [monthly_limit]: {
    meaning: 'The account has sent as many events this month as its plan stores.',
    remedy:
      'A larger plan lifts the limit at once; otherwise the site can send again on the first of the next month (UTC). The plugin keeps new events for seven days.',
    own: 'A larger plan lifts the limit at once; otherwise the site can send again on the first of the next month (UTC). The WordPress plugin keeps new events for seven days.',
  },
  [invalid_json]: {
    meaning: 'The request body is not JSON.',
    remedy: `A proxy or firewall of the customer may change or truncate requests. ${plugin}`,
    own: 'A proxy or firewall between the site and the service may change or cut off requests. Update the plugin.',
  },
  [body_not_object]: { meaning: 'The request body is JSON, but not an object.', remedy: plugin },
  [body_too_large]: {
    meaning: 'One request had more than 4 MiB.',
    remedy: 'The plugin should send smaller batches.',
  },
  [content_type]: {
    meaning: 'The request did not declare its body as JSON.',
    remedy: `It needs the header Content-Type: application/json. ${plugin}`,
  },
  [content_encoding]: {
    meaning: 'The request was compressed in a way that the service does not support.',
    remedy: plugin,
  },
  [request_timeout]: {
    meaning: 'The request did not arrive completely in time.',
    remedy: 'The customer’s connection is slow or breaks off; smaller batches help.',
    own: 'The connection of the site’s server is slow or breaks off; smaller batches help.',
  },
  [too_many_events]: {
    meaning: 'One request had more than 1,000 events.',
    remedy: 'The plugin should send smaller batches.',
  },
  [events_range]: { meaning: 'The batch had no events.', remedy: plugin },
  'events must be an array': { meaning: 'The «events» of the batch is not a list.', remedy: plugin },
  'event must be an object': { meaning: 'The batch had an entry that is not an event.', remedy: plugin },
  'older than retention': {
    meaning: 'An event was older than the site’s retention at that time and would have been deleted at once.',
    remedy:
      'This is expected when a plugin sends old events. If the events are new, the clock of the customer’s server is wrong; if they should be kept, the plan’s retention is too short.',
    own: 'This is expected when a plugin sends old events. If the events are new, the clock of the site’s server is wrong; if they should be kept, the plan’s retention is too short.',
  },
  'invalid occurred_at': {
    meaning: 'The time of an event cannot be parsed, or is more than 24 hours in the future or before 2000.',
    remedy: 'The clock of the customer’s server is probably wrong.',
    own: 'The clock of the site’s server is probably wrong.',
  },
};

/** Explains the sentence of a refusal; an unlisted one by its form (rulings §7.4). */
export function explainRefusal(sentence: string, reader: RefusalReader = 'operator'): Explanation {
  const found = Object.hasOwn(known, sentence) ? known[sentence] : undefined;
  if (found !== undefined) {
    const { meaning, remedy, own = remedy } = found;
    return { meaning, remedy: reader === 'member' ? own : remedy };
  }
  const field = /^(?:invalid (\w+)|(\w+) (?:required|must be .+))$/.exec(sentence);
  const name = field?.[1] ?? field?.[2];
  if (name === undefined) return { meaning: 'The service refused the request.', remedy: plugin };
  return { meaning: `The field «${name}» of an event is missing or invalid.`, remedy: plugin };
}
