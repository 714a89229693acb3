import { errorCatalogue } from '@goal/contract';

/** A refusal of the ingest in plain words: what it means, and what to do. */
export type Explanation = { meaning: string; remedy: string };

const { domain_mismatch, invalid_token, site_paused, site_revoked, rate_limited, invalid_json } = errorCatalogue;
const { body_not_object, body_too_large, content_type, content_encoding } = errorCatalogue;
const { too_many_events, events_range, request_timeout } = errorCatalogue;

const plugin = 'Update the plugin; whoever wrote the sender by hand finds the form of an event in the API’s document.';

/** What a request can be refused with as a whole (rulings §2.2, §6.8, §7). */
const known: Readonly<Record<string, Explanation>> = {
  [domain_mismatch.message]: {
    meaning: 'The key is right, but the header X-Site-Domain names another domain than this site’s.',
    remedy:
      'Often a copy of the site (staging, a new domain) that took the key along. Correct the domain in the plugin’s settings, or register the other domain as a site of its own.',
  },
  [invalid_token.message]: {
    meaning: 'A key of this site was used that is revoked, or whose secret part is wrong.',
    remedy: 'Have the customer paste an active key of this site into the plugin: they are listed below.',
  },
  [site_paused.message]: {
    meaning: 'The site is paused: it may be read, but what it sends is refused.',
    remedy:
      'You activate it above, or the customer by the API. It needs a free place in the plan, unless the account is a reseller.',
  },
  [site_revoked.message]: {
    meaning: 'The site was taken out of use by support.',
    remedy:
      'Look in the account’s record for who revoked it. «Restore site» makes it paused; then you activate it here, or the customer by the API.',
  },
  [rate_limited.message]: {
    meaning: 'The key sends more than 50 requests a second.',
    remedy:
      'The plugin should send events in batches, and wait as Retry-After says. The rate below is for reading only.',
  },
  [invalid_json.message]: {
    meaning: 'What was sent is not JSON.',
    remedy: `A proxy or firewall of the customer may change or cut requests. ${plugin}`,
  },
  [body_not_object.message]: { meaning: 'What was sent is JSON, but no object.', remedy: plugin },
  [body_too_large.message]: {
    meaning: 'One request held more than 4 MiB.',
    remedy: 'The plugin should send smaller batches.',
  },
  [content_type.message]: {
    meaning: 'The request did not say that it is JSON.',
    remedy: `It needs the header Content-Type: application/json. ${plugin}`,
  },
  [content_encoding.message]: {
    meaning: 'The request was compressed in a way that the service does not read.',
    remedy: plugin,
  },
  [request_timeout.message]: {
    meaning: 'The request did not arrive whole in time.',
    remedy: 'The customer’s connection is slow or breaks off; smaller batches help.',
  },
  [too_many_events.message]: {
    meaning: 'One request held more than 1,000 events.',
    remedy: 'The plugin should send smaller batches.',
  },
  [events_range.message]: { meaning: 'A batch without any event was sent.', remedy: plugin },
  'events must be an array': { meaning: 'A batch was sent whose «events» is no list.', remedy: plugin },
  'event must be an object': { meaning: 'A batch held something that is no event.', remedy: plugin },
  'older than retention': {
    meaning: 'An event was older than the site’s retention at that time, and would have been deleted at once.',
    remedy:
      'Expected when a plugin sends its past. If the events are new, the clock of the customer’s server is wrong; if they should be kept, the plan’s retention is too short.',
  },
  'invalid occurred_at': {
    meaning: 'The time of an event cannot be read, or lies more than 24 hours ahead or before 2000.',
    remedy: 'The clock of the customer’s server is probably wrong.',
  },
};

/** Explains the sentence that a sender was answered with; one that is not known is explained by its form (rulings §7.4). */
export function explainRefusal(sentence: string): Explanation {
  const found = Object.hasOwn(known, sentence) ? known[sentence] : undefined;
  if (found !== undefined) return found;
  const field = /^(?:invalid (\w+)|(\w+) (?:required|must be .+))$/.exec(sentence);
  const name = field?.[1] ?? field?.[2];
  if (name === undefined) return { meaning: 'The service did not take the request.', remedy: plugin };
  return { meaning: `The field «${name}» of an event is missing or not as it must be.`, remedy: plugin };
}
