import { DomainError } from '@goal/contract';
import { inAllRun, mailText, startMailServer, until } from '@goal/db/testing';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';

import { openMailWorld } from '../../../test/mail-world.ts';
import { countOf, outcomesOf, visitor } from '../../../test/people-world.ts';
import { smtpMailer } from '../../mail/mailer.ts';
import type { People } from '../../person/people.ts';
import { signInBySecondFactor } from './sign-in-by-password.ts';
import { askForCode, signInByCode } from './sign-in-by-code.ts';

const { world, mailServer, people, close } = await openMailWorld();
afterAll(close);
beforeEach(() => {
  mailServer.received.length = 0;
});

const ask = (email: string, from = visitor()) => askForCode(world.core, people, from, { email });
const give = (ceremony: string, code: string, from = visitor()) =>
  signInByCode(world.core, people, from, { ceremony, code });
const refused = (code: string) => expect.objectContaining({ code });

/** The code in the newest mail to this address. */
async function mailedTo(email: string): Promise<string> {
  const find = () => mailServer.received.findLast(({ to }) => to.includes(email));
  await until(() => find() !== undefined);
  const mail = find();
  const [code] = /^[0-9A-HJKMNP-TV-Z]{4} [0-9A-HJKMNP-TV-Z]{4}$/m.exec(mail === undefined ? '' : mailText(mail)) ?? [];
  if (code === undefined) throw new Error('the mail holds no code');
  return code;
}

async function asked({ hasPassword = true, isProven = true } = {}) {
  const person = await world.makePerson({ hasPassword, isProven });
  const { ceremony } = await ask(person.email);
  return { person, ceremony, code: await mailedTo(person.email) };
}

test('R§10.10 R§10.13 a mailed code signs in, once, also when it comes ten times at once', async () => {
  const { person, ceremony, code } = await asked();
  const outcomes = await outcomesOf(Array.from({ length: 5 }, () => give(ceremony, code)));
  expect(countOf(outcomes, 'done')).toBe(1);
  expect(countOf(outcomes, 'attempt_expired')).toBe(4);
  expect(await world.actionsOf(person)).toEqual(['session.begin']);
  await expect(give(ceremony, code)).rejects.toEqual(refused('attempt_expired'));
});

test('R§10.13 a code is read in any case, with or without its space, and with O for 0, I and L for 1', async () => {
  const { ceremony, code } = await asked();
  const typed = code.toLowerCase().replace(' ', '-').replaceAll('0', 'o').replace('1', 'i').replaceAll('1', 'l');
  expect(await give(ceremony, typed)).toHaveProperty('token');
});

test('R§10.13 of 40 wrong guesses at once exactly 5 are judged, and the right code is then void', async () => {
  const { ceremony, code } = await asked();
  const outcomes = await outcomesOf(Array.from({ length: 40 }, () => give(ceremony, 'AAAA AAAA')));
  expect([countOf(outcomes, 'wrong_code'), countOf(outcomes, 'attempt_expired')]).toEqual([5, 35]);
  await expect(give(ceremony, code)).rejects.toEqual(refused('attempt_expired'));
});

test('R§10.13 a code opens only the attempt of the browser that asked for it', async () => {
  const first = await asked();
  const { ceremony } = await ask(first.person.email);
  await expect(give(ceremony, first.code)).rejects.toEqual(refused('wrong_code'));
  expect(await give(first.ceremony, first.code)).toHaveProperty('token');
});

test('R§10.13 after ten minutes a code is void', async () => {
  const { ceremony, code } = await asked();
  await world.core.db.work.query(`UPDATE ceremony SET expires_at = expires_at - interval '10 minutes'`);
  await expect(give(ceremony, code)).rejects.toEqual(refused('attempt_expired'));
});

test('R§10.13 no table holds a code or an attempt’s id', async () => {
  const { ceremony, code } = await asked();
  const { rows } = await world.core.db.work.query<{ text: string }>('SELECT c::text AS text FROM ceremony c');
  expect(rows.length).toBeGreaterThan(0);
  for (const secret of [ceremony, code, code.replace(' ', '')])
    expect(rows.filter(({ text }) => text.includes(secret))).toEqual([]);
});

test('R§10.10 a code stands for the password and not for the second factor', async () => {
  const person = await world.makePerson({ isProven: true });
  const { codeAt } = await world.turnOn(await world.signIn(person));
  const { ceremony } = await ask(person.email);
  const step = await give(ceremony, await mailedTo(person.email));
  if ('token' in step) throw new Error('it signs in past the second factor');
  const began = await signInBySecondFactor(world.core, people, visitor(), { ...step, code: codeAt(0) });
  expect(await world.sessionOf(began.token)).toMatchObject({ how: 'code' });
});

test('R§10.21 the first code proves the mailbox and removes every way in and session from before', async () => {
  const person = await world.makePerson({ isProven: false });
  const before = await world.signIn(person);
  await world.addPasskey(person);
  await world.turnOn(before);
  const { ceremony } = await ask(person.email);
  const step = await give(ceremony, await mailedTo(person.email));
  expect(step).toHaveProperty('token');
  const now = await world.prisma.person.findFirstOrThrow({
    where: { rowId: person.rowId },
    include: { passkeys: true, recoveryCodes: true, sessions: { where: { endedAt: null } } },
  });
  expect(now).toMatchObject({ password: null, totp: null, passkeys: [], recoveryCodes: [] });
  expect(now.emailProvenAt).not.toBeNull();
  expect(now.sessions.map(({ how }) => how)).toEqual(['code']);
});

test('R§10.13 a code that was mailed to an e-mail is void once the person has another one', async () => {
  const { person, ceremony, code } = await asked();
  await world.prisma.person.update({ where: { rowId: person.rowId }, data: { email: `new-${person.email}` } });
  await expect(give(ceremony, code)).rejects.toEqual(refused('attempt_expired'));
});

describe('R§10.9 alike', () => {
  test('asking answers and spends the same for an e-mail that nobody has, and mails nothing', async () => {
    const person = await world.makePerson();
    const spentBy = async (email: string) => {
      const count = async () => [await world.prisma.brake.count(), await world.prisma.ceremony.count()] as const;
      const [brakes, attempts] = await count();
      const answer = await ask(email);
      expect(Object.keys(answer)).toEqual(['ceremony']);
      expect(answer.ceremony).toHaveLength(32);
      const after = await count();
      return [after[0] - brakes, after[1] - attempts];
    };
    const unknown = 'nobody@example.com';
    expect(await spentBy(unknown)).toEqual([2, 1]);
    expect(await spentBy(person.email)).toEqual([2, 1]);
    await mailedTo(person.email);
    expect(mailServer.received.flatMap(({ to }) => to)).not.toContain(unknown);
  });

  test('a wrong code for an e-mail that nobody has is judged five times, too', async () => {
    const { ceremony } = await ask('nobody-else@example.com');
    const outcomes = await outcomesOf(Array.from({ length: 8 }, () => give(ceremony, 'AAAA AAAA')));
    expect(countOf(outcomes, 'wrong_code')).toBe(5);
  });

  test('while the mail server is out of reach both meet the same refusal, and the try is given back', async () => {
    const person = await world.makePerson();
    const away: People = { ...people, mailer: smtpMailer('smtp://127.0.0.1:1', 'goal@example.com') };
    for (const email of [person.email, 'not-there@example.com']) {
      for (let tries = 0; tries < 7; tries += 1)
        await expect(askForCode(world.core, away, visitor(), { email })).rejects.toEqual(refused('mail_not_sent'));
      expect(await ask(email)).toHaveProperty('ceremony');
    }
  });

  test('a mailbox that refuses the mail is answered like an e-mail that nobody has', async () => {
    const person = await world.makePerson();
    // A server of its own: mails of other tests may still be under way to the shared one.
    const refusing = await startMailServer();
    refusing.refusals.push('550 no such mailbox');
    const told: unknown[] = [];
    const mailer = smtpMailer(refusing.url, 'goal@example.com');
    const telling: People = { ...people, mailer, onMailFailure: (error) => told.push(error) };
    expect(await askForCode(world.core, telling, visitor(), { email: person.email })).toHaveProperty('ceremony');
    await until(() => told.length === 1);
    await refusing.stop();
    expect(told).toEqual([new DomainError('mail_not_sent')]);
  });
});

inAllRun(() => {
  describe('R§10.8 brakes', () => {
    test('of 40 asks at once for one e-mail 5 are answered, whoever has it; another e-mail has its own', async () => {
      const person = await world.makePerson();
      for (const email of [person.email, 'nobody-at-all@example.com']) {
        const outcomes = await outcomesOf(Array.from({ length: 40 }, () => ask(email)));
        expect([countOf(outcomes, 'done'), countOf(outcomes, 'rate_limited')]).toEqual([5, 35]);
      }
    });

    test('a code that signs in gives its try back', async () => {
      const person = await world.makePerson({ isProven: true });
      for (let n = 0; n < 8; n += 1) {
        mailServer.received.length = 0;
        const { ceremony } = await ask(person.email);
        expect(await give(ceremony, await mailedTo(person.email))).toHaveProperty('token');
      }
    });

    test('an address asks a hundred times an hour, for any e-mails', async () => {
      const from = visitor();
      await world.prisma.brake.deleteMany();
      await ask('one@example.com', from);
      await world.prisma.$executeRaw`UPDATE brake SET spent = 100 WHERE spent < 2`;
      await expect(ask('two@example.com', from)).rejects.toEqual(refused('rate_limited'));
      expect(await ask('two@example.com')).toHaveProperty('ceremony');
    });
  });
});

test('R§10.10 codes are offered with a mail server alone, and never beside single sign-on alone', async () => {
  const from = visitor();
  const email = 'jo@example.com';
  for (const over of [{ mailer: undefined }, { signIn: 'sso' }] as const) {
    const without = { ...people, ...over };
    await expect(askForCode(world.core, without, from, { email })).rejects.toEqual(refused('not_found'));
    const given = { ceremony: 'a', code: 'b' };
    expect(await outcomesOf([(async () => signInByCode(world.core, without, from, given))()])).toEqual(['not_found']);
  }
});

test('R§8.b6 R§10.8 a mailbox gets five codes an hour, however its e-mail is spelled', async () => {
  const name = crypto.randomUUID();
  const spellings = ['', '+1', '+2', '+shop', '+shop+1', '+3'].map((more) => `${name}${more}@example.com`);
  const stored = `<${name}>@example.com`;
  const outcomes = await outcomesOf([...spellings, stored].map((email) => ask(email)));
  expect([countOf(outcomes, 'done'), countOf(outcomes, 'rate_limited')]).toEqual([5, 2]);
});
