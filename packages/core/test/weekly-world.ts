import type { WeeklyMailsBody } from '@goal/contract';
import { startMailServer } from '@goal/db/testing';
import { transaction } from '@goal/db';

import { authenticateSession } from '../src/credential/authenticate.ts';
import { openCredentials } from '../src/credential/credentials.ts';
import { smtpMailer, type Mailer } from '../src/mail/mailer.ts';
import { sendDueMail } from '../src/mail/send-due-mail.ts';
import type { People } from '../src/person/people.ts';
import { beginSession } from '../src/sign-in/ways/session.ts';
import { composeCheckpointMail } from '../src/mail/checkpoint/compose-checkpoint-mail.ts';
import { setCheckpointMails } from '../src/mail/checkpoint/set-checkpoint-mails.ts';
import type { SessionCredential } from '../src/credential/credential.ts';
import { composeWeeklyMail } from '../src/mail/weekly/compose-weekly-mail.ts';
import { nextMonday } from '../src/mail/weekly/monday.ts';
import { setWeeklyMails } from '../src/mail/weekly/set-weekly-mails.ts';
import { coreOf } from './core-of.ts';
import { openWorld } from './event-world.ts';
import { visitor } from './members-world.ts';

type Person = { rowId: number; email: string };

/** A database beside a mail server, with shortcuts for the mails that people choose. */
export async function openWeeklyWorld() {
  const world = await openWorld();
  const core = coreOf(world);
  const mailServer = await startMailServer();
  const mailer = smtpMailer(mailServer.url, 'Goal <goal@example.com>');
  const { prisma } = world.db;

  const signIn = async (person: Person): Promise<SessionCredential> => {
    const { token } = await transaction(world.db, (tx) => beginSession(tx, { person, how: 'password', visitor }));
    const credentials = openCredentials(world.db);
    return authenticateSession({ credentials, uses: core.uses }, `Bearer ${token}`);
  };
  const setWeekly = async (
    person: Person,
    accounts: WeeklyMailsBody['accounts'],
    tz = 'UTC',
    people: Pick<People, 'mailer'> = { mailer },
  ): Promise<void> => {
    await setWeeklyMails(core, people, await signIn(person), { tz, accounts });
  };

  return {
    world,
    core,
    mailServer,
    setWeekly,
    /** The accounts, by their row ids, whose checkpoint the person gets from now on. */
    setCheckpoint: async (person: Person, accounts: number[], people: Pick<People, 'mailer'> = { mailer }) => {
      const found = await prisma.account.findMany({ where: { rowId: { in: accounts } } });
      const ids = found.map(({ id }) => id);
      await setCheckpointMails(core, people, await signIn(person), ids);
    },
    /** The next Monday 07:00 in UTC: the mail of everybody who subscribes now is due. */
    monday: new Date(nextMonday('UTC', Date.now()).dueMs),
    member: async (accountRowId: number, { isProven = true } = {}): Promise<Person> => {
      const email = `${crypto.randomUUID()}@example.com`;
      const { rowId } = await prisma.person.create({ data: { email, emailProvenAt: isProven ? new Date() : null } });
      await prisma.membership.create({ data: { personRowId: rowId, accountRowId, role: 'admin' } });
      return { rowId, email };
    },
    subscribe: async (
      person: Person,
      account: number,
      mail: 'counts' | 'texts' = 'counts',
      tz = 'UTC',
    ): Promise<void> => {
      const { id } = await prisma.account.findFirstOrThrow({ where: { rowId: account } });
      await setWeekly(person, [{ account_id: id, mail }], tz);
    },
    /** Sends what is due, as one worker does. */
    send: (over: Partial<Mailer> = {}, signal?: AbortSignal, dashboardUrl = 'https://goal.example.com') =>
      sendDueMail(
        core,
        {
          mailer: { ...mailer, ...over },
          composeChosen: (due) =>
            (due.kind === 'weekly' ? composeWeeklyMail : composeCheckpointMail)(core, dashboardUrl, due),
          onUnsent: () => {},
          onFailure: (error) => {
            throw error;
          },
        },
        signal,
      ),
    close: async (): Promise<void> => {
      mailer.close();
      await mailServer.stop();
      await world.close();
    },
  };
}
