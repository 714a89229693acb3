import { type Explanation, type InspectedSite, refusalSentences, type SiteKeyView } from '@goal/contract';

import { formatMoment } from '../text/time.tsx';

export type Diagnosis = Explanation & {
  /** Whether events arrive, may have stopped, or do not arrive. */
  state: 'arriving' | 'doubtful' | 'not arriving';
  title: string;
};

/** Who reads a diagnosis: what explains a refusal to them, and what they can do about the rest. */
export type Reader = {
  explain: (sentence: string) => Explanation;
  remedies: Record<'withoutKey' | 'withoutSender' | 'neverHeard' | 'sendAgain', string>;
};

type Facts = Pick<
  InspectedSite,
  'status' | 'active_token_count' | 'last_accepted_at' | 'last_refused_at' | 'last_refusal' | 'silence' | 'kept'
>;
type Key = Pick<SiteKeyView, 'prefix' | 'created_at' | 'last_used_at' | 'revoked_at' | 'access'>;

/** The first reason why nothing arrives. `keys` are empty until they are loaded. */
export function diagnose(site: Facts, keys: readonly Key[], { explain, remedies }: Reader): Diagnosis {
  if (site.status !== 'active') {
    const title = `Nothing is accepted: the site is ${site.status}`;
    return { state: 'not arriving', title, ...explain(`site ${site.status}`) };
  }
  if (site.active_token_count === 0) return { ...withoutKey, remedy: remedies.withoutKey };
  const active = keys.filter((key) => key.revoked_at === null);
  if (active.length > 0 && active.every(({ access }) => access === 'read'))
    return { ...withoutSender, remedy: remedies.withoutSender };
  const { last_refused_at: refusedAt, last_refusal: sentence } = site;
  if (refusedAt !== null && sentence !== null && isRefusedLast(site)) {
    const past = pastCause(site, keys);
    if (past !== undefined)
      return {
        state: 'doubtful',
        title: 'Nothing has come since a refusal whose cause is gone',
        meaning: `The last request was refused on ${formatMoment(refusedAt)} with «${sentence}». ${past}`,
        remedy: `${remedies.sendAgain}: within seconds, this page shows whether it was accepted. If nothing comes, is the plugin active, and does it have an active key of this site?`,
      };
    return {
      state: 'not arriving',
      title: `The last request was refused: «${sentence}»`,
      ...explain(sentence),
    };
  }
  if (site.last_accepted_at === null) return { ...neverHeard, remedy: remedies.neverHeard };
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
 * Why the cause of the last refusal is gone; undefined if it may still exist. A cause that only the
 * sender can remove may exist until something is accepted.
 */
export function pastCause(site: Facts, keys: readonly Key[]): string | undefined {
  const { last_refused_at: refusedAt, last_refusal: sentence, status, kept } = site;
  if (refusedAt === null) return undefined;
  const isSince = (time: string | null): boolean => time !== null && Date.parse(time) > Date.parse(refusedAt);
  const senders = keys.filter((key) => key.revoked_at === null && key.access !== 'read');
  switch (sentence) {
    case site_paused:
    case site_revoked: {
      const was = sentence === site_paused ? 'paused' : 'revoked';
      return status === was ? undefined : `The site was ${was} then; it is ${status} now.`;
    }
    case invalid_token:
    case read_only_key: {
      const wrong = sentence === read_only_key ? 'a key that may only read' : 'a wrong or revoked key';
      const used = senders.find((one) => isSince(one.last_used_at));
      const key = used ?? senders.find((one) => isSince(one.created_at));
      const was = used === undefined ? 'created' : 'used';
      return key && `It came with ${wrong}; since then the key ${key.prefix} was ${was}.`;
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

const withoutKey = {
  state: 'not arriving',
  title: 'The site has no active key',
  meaning: 'Without a key nothing can be sent or read.',
} as const;

const withoutSender = {
  state: 'not arriving',
  title: 'No active key of the site may send',
  meaning: 'Its active keys may only read.',
} as const;

const neverHeard = {
  state: 'not arriving',
  title: 'Nothing was ever received',
  meaning: 'No request with a key of this site has reached the service: none was accepted and none was refused.',
} as const;

const arriving: Diagnosis = {
  state: 'arriving',
  title: 'Events arrive',
  meaning: 'The last request was accepted, and the site has not been silent for longer than usual.',
  remedy: 'If an event is missing, look at the last refusal: a single bad event in a batch is refused by itself.',
};
