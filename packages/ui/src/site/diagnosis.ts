import { type Explanation, type InspectedSite, refusalSentences, type SiteKeyView } from '@goal/contract';

import { formatMoment } from '../text/time.tsx';

export type Diagnosis = Explanation & {
  /** Whether events arrive, may have stopped, or do not arrive. */
  state: 'arriving' | 'doubtful' | 'not arriving';
  title: string;
};

/** Who reads a diagnosis, and what explains a refusal to them. */
export type Reader = { isMember: boolean; explain: (sentence: string) => Explanation };

/** A diagnosis whose cure differs for a member. */
type Reason = Diagnosis & { own?: string };

type Facts = Pick<
  InspectedSite,
  'status' | 'active_token_count' | 'last_accepted_at' | 'last_refused_at' | 'last_refusal' | 'silence' | 'kept'
>;
type Key = Pick<SiteKeyView, 'prefix' | 'created_at' | 'last_used_at' | 'revoked_at' | 'access'>;

/**
 * Answers «why does nothing arrive?» with the first reason that applies. `keys` are empty until
 * they are loaded.
 */
export function diagnose(site: Facts, keys: readonly Key[], reader: Reader): Diagnosis {
  const { remedy, own = remedy, ...found } = firstReason(site, keys, reader);
  return { ...found, remedy: reader.isMember ? own : remedy };
}

function firstReason(site: Facts, keys: readonly Key[], { explain }: Reader): Reason {
  if (site.status !== 'active') {
    const title = `Nothing is accepted: the site is ${site.status}`;
    return { state: 'not arriving', title, ...explain(`site ${site.status}`) };
  }
  if (site.active_token_count === 0) return withoutKey;
  const active = keys.filter((key) => key.revoked_at === null);
  if (active.length > 0 && active.every(({ access }) => access === 'read')) return withoutSender;
  const { last_refused_at: refusedAt, last_refusal: sentence } = site;
  if (refusedAt !== null && sentence !== null && isRefusedLast(site)) {
    const past = pastCause(site, keys);
    if (past !== undefined)
      return {
        state: 'doubtful',
        title: 'Nothing has come since a refusal whose cause is gone',
        meaning: `The last request was refused on ${formatMoment(refusedAt)} with «${sentence}». ${past}`,
        remedy: sendAgain,
        own: sendAgain.replace('Have the customer send an event', 'Send an event'),
      };
    return {
      state: 'not arriving',
      title: `The last request was refused: «${sentence}»`,
      ...explain(sentence),
    };
  }
  if (site.last_accepted_at === null) return neverHeard;
  if (site.silence !== null) {
    return { state: 'doubtful', title: 'It has gone silent', meaning: site.silence.sentence, remedy: askTheCustomer };
  }
  return arriving;
}

/** Whether nothing was accepted after the last refusal. */
export function isRefusedLast({
  last_accepted_at: accepted,
  last_refused_at: refused,
}: Pick<Facts, 'last_accepted_at' | 'last_refused_at'>): boolean {
  if (refused === null) return false;
  return accepted === null || Date.parse(refused) > Date.parse(accepted);
}

const { invalid_token, read_only_key, site_paused, site_revoked, rate_limited } = refusalSentences;

/**
 * Says why the cause of the last refusal is gone; undefined if it may still exist. A cause that
 * only the sender can remove (its domain, its clock, the form of its events) may exist until
 * something is accepted.
 */
export function pastCause(site: Facts, keys: readonly Key[]): string | undefined {
  const { last_refused_at: refusedAt, last_refusal: sentence, status, kept } = site;
  if (refusedAt === null) return undefined;
  const isSince = (time: string | null): boolean => time !== null && Date.parse(time) > Date.parse(refusedAt);
  const senders = keys.filter((key) => key.revoked_at === null && key.access !== 'read');
  switch (sentence) {
    case site_paused:
      return status === 'paused' ? undefined : `The site was paused then; it is ${status} now.`;
    case site_revoked:
      return status === 'revoked' ? undefined : `The site was revoked then; it is ${status} now.`;
    case invalid_token:
    case read_only_key: {
      const wrong = sentence === read_only_key ? 'a key that may only read' : 'a wrong or revoked key';
      const used = senders.find((key) => isSince(key.last_used_at));
      if (used !== undefined) return `It came with ${wrong}; since then the key ${used.prefix} was used.`;
      const made = senders.find((key) => isSince(key.created_at));
      return made && `It came with ${wrong}; since then the key ${made.prefix} was created.`;
    }
    case rate_limited:
      return 'The key had sent too many requests at that moment; seconds later it may send again. The plugin should send in batches and wait as long as Retry-After says.';
    case 'older than retention':
      // Only events of a reseller are kept for ever.
      return kept.events > 0 && kept.kept_until === null
        ? 'The account was no reseller then; now its events are accepted at any age.'
        : undefined;
    default:
      return undefined;
  }
}

const askTheCustomer =
  'Nothing has been refused since then, so the requests do not reach the service. Is the site online, the plugin active, and can its server open connections to the service?';

const sendAgain =
  'Have the customer send an event: within seconds, this page shows whether it was accepted. If nothing comes, is the plugin active, and does it have an active key of this site?';

const withoutKey: Reason = {
  state: 'not arriving',
  title: 'The site has no active key',
  meaning: 'Without a key nothing can be sent or read.',
  remedy:
    'Have the customer mint one (POST /account/sites/{id}/tokens), and paste it into the plugin. On a plan without the API this is refused: change the plan first.',
  own: 'Make one under «Keys», and paste it into the plugin.',
};

const withoutSender: Reason = {
  state: 'not arriving',
  title: 'No active key of the site may send',
  meaning: 'Its active keys may only read.',
  remedy:
    'Have the customer mint one that may send (POST /account/sites/{id}/tokens?access=send), and paste it into the plugin.',
  own: 'Make one under «Keys» that may send, and paste it into the plugin.',
};

const neverHeard: Reason = {
  state: 'not arriving',
  title: 'Nothing was ever received',
  meaning: 'No request with a key of this site has reached the service: none was accepted and none was refused.',
  remedy: 'Is the plugin installed with a key of this site? To try it, send an event yourself:',
  own: 'Is the plugin installed with a key of this site?',
};

const arriving: Diagnosis = {
  state: 'arriving',
  title: 'Events arrive',
  meaning: 'The last request was accepted, and the site has not been silent for longer than usual.',
  remedy: 'If an event is missing, look at the last refusal: a single bad event in a batch is refused by itself.',
};
