import { errorCatalogue } from '../refusals/errors.ts';

// Without a schema, because the web apps use it.

/** Sentences of `last_error` where no sink is to blame (rulings §15.2, §15.8, §15.11). */
export const streamTroubles = {
  unpaid: errorCatalogue.paid_plan.message,
  filterGone: 'the site or group of the filter is gone',
  beyondFilter: 'its site is not in the filter any more',
  anotherDatabase: 'the database was restored or failed over',
  secretLost: 'the secret of the sink cannot be read',
  noMailServer: 'the service has no mail server',
  noReaders: 'none of its members may read these events any more',
  noneMailed: 'none of its members gets alerts: their e-mail is not proven, or they ended these mails',
  mailRefused: 'the mail server did not take the mail',
  mailWords: 'the mail server did not take the words of the events: the mail named them without',
  mailBrake: 'the mails of this hour are used up: some of its readers are told with the next mail',
} as const;
