import { mutableNews, removedWays, type RemovedWay } from '@goal/contract';

import { letter, signature, type Letter } from './letter.ts';
import { nameInMail, plainText } from './plain-text.ts';

/** Kinds of news in the outbox. None of them holds a secret or the text of an event. */
export type NewsKind =
  | MutableNews
  | 'account_email'
  | 'person_email'
  | 'person_reset'
  | 'way_removed'
  | 'stream_failing'
  | 'stream_disabled'
  | 'log_mismatch';

/** What the outbox keeps of the news. */
export type NewsFacts = Partial<
  Record<
    'prefix' | 'name' | 'access' | 'email' | 'role' | 'by' | 'type' | 'host' | 'error' | 'logs' | 'leaves' | 'named',
    string
  >
>;

/** News: to whom, about which account, under whose brand (rulings §10.38), and since when. */
export type News = {
  kind: NewsKind;
  to: string;
  account: string;
  brand: string | null;
  facts: NewsFacts;
  at: Date;
};

type NewsComposer = (news: News) => { subject: string; paragraphs: string[] };

/** News that its readers can switch off. */
export type MutableNews = (typeof mutableNews)[number];

/** Whether its readers can switch a kind off. */
export const isMutable = (kind: NewsKind): kind is MutableNews => mutableNews.some((one) => one === kind);

/** One composer for each kind. Subjects are fixed, so that no name gets into a header. */
const composers: Readonly<Record<NewsKind, NewsComposer>> = {
  account_key: ({ account, facts: { prefix = '', name = '', access = 'full', by = '' }, at }) => ({
    subject: 'A new account key for your account',
    paragraphs: [
      `${by} made a new account key for ${account} on ${moment(at)}: ${name === '' ? prefix : `«${nameInMail(name)}» (${prefix})`}.`,
      `A program with this key can ${access === 'read' ? 'read what the API offers for the whole account, and change nothing' : 'read and change what the API offers for the whole account'}. If nobody of you needs it, revoke it in the dashboard under Settings, API keys.`,
    ],
  }),
  administrator: ({ account, facts: { email = '', role = '', by = '' }, at }) => ({
    subject: `A new ${role === 'owner' ? 'owner' : 'admin'} of your account`,
    paragraphs: [
      `${email} became ${role === 'owner' ? 'an owner' : 'an admin'} of ${account} on ${moment(at)}${by === email ? '' : `, by ${by}`}.`,
      'If you did not expect this, look at Settings, Members in the dashboard.',
    ],
  }),
  second_factor_off: ({ to, account, facts: { email = '' }, at }) => ({
    subject: 'A second factor was turned off',
    paragraphs:
      email === to
        ? [
            `The second factor of your sign-in was turned off on ${moment(at)}.`,
            'If it was not you, change your password, end your other sessions and turn the second factor on again: in the dashboard, under Me.',
          ]
        : [
            `${email}, a member of ${account}, turned their second factor off on ${moment(at)}.`,
            'If you do not know why, ask them.',
          ],
  }),
  recovery_code: ({ to, account, facts: { email = '' }, at }) => ({
    subject: 'A recovery code was used',
    paragraphs:
      email === to
        ? [
            `One of your recovery codes was used in place of the second factor on ${moment(at)}. Each code works once.`,
            'If it was not you, change your password, end your other sessions and renew your recovery codes: in the dashboard, under Me.',
          ]
        : [
            `${email}, a member of ${account}, signed in with a recovery code in place of the second factor on ${moment(at)}.`,
            'If you do not know why, ask them.',
          ],
  }),
  account_email: ({ account, facts: { email = '', by = '' }, at }) => ({
    subject: 'The e-mail of your account was changed',
    paragraphs: [
      `${by} changed the e-mail of ${account} to ${email} on ${moment(at)}. Bills and notices go there from now on; this address gets none.`,
      'If you did not expect this, ask the owners of the account or your provider.',
    ],
  }),
  person_email: ({ facts: { email = '' }, at }) => ({
    subject: 'The e-mail that you sign in with was changed',
    paragraphs: [
      `You sign in as ${email} since ${moment(at)}. This address no longer signs in.`,
      'If it was not you, ask your provider for a new way in at once.',
    ],
  }),
  person_reset: ({ account, facts: { email = '' }, at }) => ({
    subject: 'Your provider made a new way in for a member',
    paragraphs: [
      `Your provider made a new way in for ${email}, a member of ${account}, on ${moment(at)}. The earlier sessions, passkeys and second factor of ${email} have ended.`,
      'If neither of you asked for it, ask your provider why.',
    ],
  }),
  way_removed: ({ facts: { type = '', named = '' }, at }) => {
    const words = waysIn(named);
    if (type === 'proof')
      return {
        subject: 'Earlier ways to sign in were removed',
        paragraphs: [
          `Your e-mail was proven for the first time on ${moment(at)}. What was set up before is removed: ${words}. Earlier sessions have ended. Anybody with a copied link could have set these up.`,
          'If it was you, set them up again in the dashboard, under Me.',
        ],
      };
    return {
      subject: type === 'changed' ? 'Your password was changed' : 'A way to sign in was removed',
      paragraphs: [
        `Of your ways to sign in, ${words} was ${type === 'changed' ? 'changed' : 'removed'} on ${moment(at)}.`,
        'If it was not you, sign in in another way, end your other sessions and look at your ways to sign in: in the dashboard, under Me. If you cannot, ask your provider for a new way in at once.',
      ],
    };
  },
  stream_failing: ({ account, facts }) => ({
    subject: 'A stream of your account has failed for a day',
    paragraphs: [
      `${streamOf(facts)} of ${account} has delivered nothing for 24 hours: ${reasonOf(facts)}.`,
      'Nothing is lost: the events wait, and are sent as soon as the receiver takes them. The service tries again every hour.',
    ],
  }),
  stream_disabled: ({ account, facts, at }) => ({
    subject: 'A stream of your account was switched off',
    paragraphs: [
      `${streamOf(facts)} of ${account} was switched off on ${moment(at)}: ${reasonOf(facts)}.`,
      'It keeps its place. Resume it when its receiver takes events again, and it goes on from there, as far back as the service keeps the order of arrivals.',
    ],
  }),
  log_mismatch: ({ facts: { logs = '', leaves = '', named = '' } }) => ({
    subject: 'The signed log does not match what is stored',
    paragraphs: [
      `the service looked over its signed logs and found events, or rows of a log, that are not as they were sealed: ${counted(leaves, 'leaf', 'leaves')} of ${counted(logs, 'log', 'logs')}${logs === String(named.split('\n').length) ? '' : ', of which these are some'}.`,
      named,
      'Somebody changed the database by hand, or a disk did. Change nothing by hand now. Make a backup as it is («goal backup»), look who may write to the database, and compare the events with an older backup: docs/operations.md, GoalLogMismatch. The customer finds the same as soon as they verify a bundle.',
      'A finding is told once, and there is one such mail a day at most. «goal status» counts what does not match, and the logs of the servers name each leaf.',
    ],
  }),
};

/** «The stream «Our SIEM» to siem.example.com» */
function streamOf({ name = '', host = '' }: NewsFacts): string {
  return `The stream «${nameInMail(name)}»${host === '' ? '' : ` to ${nameInMail(host)}`}`;
}

const waysInWords: Readonly<Record<RemovedWay, string>> = {
  password: 'the password',
  passkeys: 'a passkey',
  second_factor: 'the second factor',
  single_sign_on: 'the link to single sign-on',
};

/** `the password, a passkey` */
const waysIn = (named: string): string =>
  removedWays
    .filter((way) => named.split(',').includes(way))
    .map((way) => waysInWords[way])
    .join(', ');

/** `1 leaf`, `12 leaves` */
const counted = (count: string, one: string, many: string): string => `${count} ${count === '1' ? one : many}`;

/** A sentence of the service: no words of the receiver are kept for a mail (rulings §15.9). */
const reasonOf = ({ error = '' }: NewsFacts): string => plainText(error);

/** `22 November 2026, 14:02 UTC` */
function moment(at: Date): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return `${format.format(at).replace(' at ', ', ')} UTC`;
}

/**
 * Composes news as a mail without a secret (rulings §10.28). `endLink` ends mails of its kind,
 * where they can be ended.
 */
export function newsMessage(news: News, endLink?: string): { to: string } & Letter {
  const { by, email } = news.facts;
  const { subject, paragraphs } = composers[news.kind]({
    ...news,
    to: nameInMail(news.to),
    account: nameInMail(news.account),
    facts: {
      ...news.facts,
      ...(by?.includes('@') === true ? { by: nameInMail(by) } : {}),
      ...(email === undefined ? {} : { email: nameInMail(email) }),
    },
  });
  return {
    to: news.to,
    ...letter(subject, [
      'Hello,',
      ...paragraphs,
      ...(isMutable(news.kind) ? ['You can switch these mails off in the dashboard, under Me.'] : []),
      ...(endLink === undefined ? [] : ['Or end them with one click:', endLink]),
      ...signature(news.brand),
    ]),
  };
}
