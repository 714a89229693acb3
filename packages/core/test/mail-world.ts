import { startMailServer } from '@goal/db/testing';

import { smtpMailer } from '../src/mail/mailer.ts';
import { openPeopleWorld } from './people-world.ts';

/** For tests without mails that a person chose. */
export const noChosen = (): Promise<undefined> => Promise.resolve(undefined);

/** A database of people beside a mail server: `people` of this world can send. */
export async function openMailWorld() {
  const world = await openPeopleWorld();
  const mailServer = await startMailServer();
  const mailer = smtpMailer(mailServer.url, 'Goal <goal@example.com>');
  return {
    world,
    mailServer,
    people: { ...world.people, mailer },
    close: async (): Promise<void> => {
      mailer.close();
      await mailServer.stop();
      await world.close();
    },
  };
}
