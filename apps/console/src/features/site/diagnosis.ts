import type { InspectedSite } from '@goal/contract';

import { type Explanation, explainRefusal } from './refusals.ts';

export type Diagnosis = Explanation & {
  /** Whether events arrive, might soon not, or do not. */
  state: 'arriving' | 'doubtful' | 'not arriving';
  title: string;
};

type Facts = Pick<
  InspectedSite,
  'status' | 'active_token_count' | 'last_accepted_at' | 'last_refused_at' | 'last_refusal' | 'silence'
>;

/** Answers «why does nothing arrive?»: the first reason that holds, the surest first. */
export function diagnose(site: Facts): Diagnosis {
  if (site.status !== 'active') {
    const title = `Nothing is taken: the site is ${site.status}`;
    return { state: 'not arriving', title, ...explainRefusal(`site ${site.status}`) };
  }
  if (site.active_token_count === 0) return withoutKey;
  if (site.last_refusal !== null && isRefusedLast(site)) {
    return {
      state: 'not arriving',
      title: `The last request was refused: «${site.last_refusal}»`,
      ...explainRefusal(site.last_refusal),
    };
  }
  if (site.last_accepted_at === null) return neverHeard;
  if (site.silence !== null) {
    return { state: 'doubtful', title: 'It has gone silent', meaning: site.silence.sentence, remedy: askTheCustomer };
  }
  return arriving;
}

/** Whether nothing was accepted after the last refusal. */
export function isRefusedLast({ last_accepted_at: accepted, last_refused_at: refused }: Facts): boolean {
  if (refused === null) return false;
  return accepted === null || Date.parse(refused) > Date.parse(accepted);
}

const askTheCustomer =
  'Nothing was refused since: the requests do not reach the service. Is the site online, the plugin active, and can its server open connections to the service?';

const withoutKey: Diagnosis = {
  state: 'not arriving',
  title: 'The site has no active key',
  meaning: 'Without a key nothing can be sent or read.',
  remedy: 'Have the customer mint one (POST /account/sites/{id}/tokens), and paste it into the plugin.',
};

const neverHeard: Diagnosis = {
  state: 'not arriving',
  title: 'Nothing was ever received',
  meaning: 'No request with a key of this site has reached the service: none was accepted, and none refused.',
  remedy: 'Is the plugin installed, with a key of this site? An event can be sent by hand to try:',
};

const arriving: Diagnosis = {
  state: 'arriving',
  title: 'Events arrive',
  meaning: 'The last request was accepted, and its pauses are no longer than usual.',
  remedy: 'If one event is missing, look at the last refusal: one bad event in a batch is refused alone.',
};
