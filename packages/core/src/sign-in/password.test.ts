import { describe, expect, test } from 'vitest';

import { judgePassword, Passwords } from './password.ts';
import { openPeople } from '../person/people.ts';

const email = 'ada.lovelace@example.com';
const refusalOf = (password: string, of = email): unknown => {
  try {
    judgePassword(password, of);
    return 'taken';
  } catch (error) {
    return error;
  }
};
const refused = (code: string) => expect.objectContaining({ code });

describe('R§10.11 passwords', () => {
  test('have 12 to 200 code points after NFC', () => {
    expect(refusalOf('elevenchars')).toEqual(refused('password_too_short'));
    expect(refusalOf('twelve chars')).toBe('taken');
    expect(refusalOf('🦉🦉🦉🦉🦉🦉🦉🦉🦉🦉🦉')).toEqual(refused('password_too_short'));
    // Eleven letters, of which one is written as two code points.
    expect(refusalOf('u\u0308berraschen')).toEqual(refused('password_too_short'));
    expect(refusalOf('u\u0308berraschend')).toBe('taken');
    expect(refusalOf('ab'.repeat(100))).toBe('taken');
    expect(refusalOf(`${'ab'.repeat(100)}c`)).toEqual(refused('password_too_long'));
    expect(refusalOf('🦉🐢'.repeat(100))).toBe('taken');
  });

  test('are not the e-mail, its local part, or one character repeated', () => {
    for (const easy of [
      email,
      'Ada.Lovelace@Example.com',
      'ada.lovelace',
      'ADA.LOVELACE',
      'aaaaaaaaaaaa',
      '🦉'.repeat(12),
    ])
      expect([easy, refusalOf(easy)]).toEqual([easy, refused('password_too_easy')]);
    expect(refusalOf('ada.lovelace')).toEqual(refused('password_too_easy'));
    expect(refusalOf('ada.lovelace', 'grace@example.com')).toBe('taken');
    expect(refusalOf('example.com.')).toBe('taken');
  });

  test('are no common ones, in letters of any case', () => {
    for (const easy of ['password1234', 'Password1234', 'QWERTYUIOP123', '123456789012'])
      expect([easy, refusalOf(easy)]).toEqual([easy, refused('password_too_easy')]);
  });
});

describe('R§10.9 hashing', () => {
  test('a hash costs what it should, holds its parameters and its salt, and is right for its password alone', async () => {
    // As a service opens them.
    const { passwords } = openPeople({
      secrets: [],
      dashboardUrl: '',
      mailer: undefined,
      onMailFailure: () => {},
      signIn: 'all',
    });
    const hash = await passwords.hash('entry', 'correct horse battery');
    expect(hash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await passwords.isRight('entry', 'correct horse battery', hash)).toBe(true);
    expect(await passwords.isRight('entry', 'correct horse batterz', hash)).toBe(false);
    // A process with other parameters reads the hash by the ones that it holds.
    expect(await new Passwords(cheap).isRight('entry', 'correct horse battery', hash)).toBe(true);
  });

  test('R§10.11 both spellings of an accented letter are one password', async () => {
    const passwords = new Passwords(cheap);
    const hash = await passwords.hash('entry', 'u\u0308berraschend');
    expect(await passwords.isRight('entry', '\u00fcberraschend', hash)).toBe(true);
  });

  test('without a hash the answer is no, after as many hashes', async () => {
    const passwords = new Passwords(cheap);
    expect(await passwords.isRight('entry', 'whatever it is', undefined)).toBe(false);
    expect(await passwords.isRight('entry', 'whatever it is', null)).toBe(false);
    expect(passwords.hashed).toBe(2);
  });

  test('two are hashed at a time, 20 wait, and the others are overload', async () => {
    const passwords = new Passwords(cheap);
    const all = Array.from({ length: 30 }, () => passwords.hash('entry', 'whatever it is'));
    const outcomes = Promise.allSettled(all);
    expect(passwords.hashed).toBe(0);
    await Promise.resolve();
    expect(passwords.hashed).toBe(2);
    const refusals = (await outcomes).filter((one) => one.status === 'rejected');
    expect(refusals).toHaveLength(8);
    expect(refusals[0]).toMatchObject({ reason: { name: 'Overload' } });
    expect(passwords.hashed).toBe(22);
  });

  test('the 20 that wait are all of them, those of signed-in persons included', async () => {
    const passwords = new Passwords(cheap);
    const persons = Array.from({ length: 30 }, (_, n) => passwords.hash({ personRowId: n }, 'whatever it is'));
    const outcomes = await Promise.allSettled([...persons, passwords.hash('entry', 'whatever it is')]);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(9);
  });

  test('a signed-in person hashes one at a time and leaves the other turn to those who come in', async () => {
    const passwords = new Passwords(cheap);
    const person = { personRowId: 1 };
    const own = Promise.allSettled([1, 2, 3].map(() => passwords.hash(person, 'whatever it is')));
    await Promise.resolve();
    expect(passwords.hashed).toBe(1);
    await passwords.hash('entry', 'whatever it is');
    expect((await own).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  });
});

/** For tests of bounds and forms. */
const cheap = { ln: 4, r: 8, p: 1 };
