import { waitLimitMs } from '@goal/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { redirectUri, type DebianProvider } from '../../../test/debian-provider.ts';
import { GlewlwydBrowser, startGlewlwyd, type Glewlwyd } from '../../../test/glewlwyd.ts';
import { demoUser, LemonldapBrowser, startLemonldap } from '../../../test/lemonldap.ts';
import { visitor } from '../../../test/people-world.ts';
import { openSsoWorld, type SsoWorld } from '../../../test/sso-world.ts';
import { checkSso } from '../sso/check-sso.ts';
import { openSso } from '../sso/single-sign-on.ts';
import type { People } from '../../person/people.ts';
import { beginSsoEntry } from './prove-by-sso.ts';

// Two providers as Debian packs them: to sign in at, and to confirm.

let world: SsoWorld;
beforeAll(async () => {
  world = await openSsoWorld();
});
afterAll(() => world.close());

const peopleAt = ({ settings }: DebianProvider, emailDomains: string[]): People => ({
  ...world.people,
  sso: openSso({ ...settings, emailDomains }, waitLimitMs),
});
type Visiting = { visit: (url: string, login: string) => Promise<string> };
async function enter(people: People, browser: Visiting, login: string) {
  const { url, ceremony } = await beginSsoEntry(world.core, people, visitor(), '/me');
  return world.enter({ ceremony, query: await browser.visit(url, login) }, people);
}
const confirmed = expect.objectContaining({ confirmed_until: expect.any(String), next: '/me' });

describe('LemonLDAP::NG', () => {
  let provider: DebianProvider;
  beforeAll(async () => {
    provider = await startLemonldap('RS256');
  });
  afterAll(() => provider.stop());

  test('signs people in by the domains of their e-mails, and its word without them', async () => {
    await world.prisma.person.create({ data: { email: demoUser.email, emailProvenAt: new Date() } });
    const browser = new LemonldapBrowser();
    await expect(enter(peopleAt(provider, ['example.com']), browser, demoUser.login)).rejects.toMatchObject({
      code: 'email_not_confirmed',
      cause: { email: demoUser.email, message: expect.stringContaining('sends no email_verified') },
    });
    const people = peopleAt(provider, ['badwolf.org']);
    const { token } = await enter(people, browser, demoUser.login);
    expect(await world.sessionOf(token)).toMatchObject({ how: 'sso', person: { email: demoUser.email } });
    // Known by the subject from now on.
    await expect(enter(peopleAt(provider, []), browser, demoUser.login)).resolves.toHaveProperty('token');
  });

  test('confirms with the first request, and has the person sign in anew', async () => {
    const people = peopleAt(provider, ['badwolf.org']);
    const browser = new LemonldapBrowser();
    const confirm = await world.confirmation({ people, browser, subject: demoUser.login });
    expect(await confirm()).toEqual({ outcome: confirmed, asked: [{ prompt: 'login', age: '0' }] });
  });

  test('is found by the check with what it lacks', async () => {
    const findings = await checkSso(provider.settings, redirectUri, waitLimitMs);
    expect(findings.filter(({ state }) => state === 'fault')).toEqual([]);
    expect(findings.filter(({ state }) => state === 'note').map(({ about }) => about)).toEqual(['signature', 'e-mail']);
  });

  test('with the algorithm that it gives to a new client ends in a plain line of the log', async () => {
    const other = await startLemonldap('HS512');
    try {
      await expect(
        enter(peopleAt(other, ['badwolf.org']), new LemonldapBrowser(), demoUser.login),
      ).rejects.toMatchObject({
        code: 'sign_in_not_completed',
        cause: {
          message:
            "the token endpoint: the ID token is signed with HS512, which uses the client's secret: let the provider sign with RS256 or ES256",
        },
      });
    } finally {
      await other.stop();
    }
  });
});

describe('glewlwyd', () => {
  let provider: Glewlwyd;
  beforeAll(async () => {
    provider = await startGlewlwyd();
  });
  afterAll(() => provider.stop());

  async function known() {
    const { email } = await world.makePerson({ isProven: true });
    const login = email.split('@')[0] ?? '';
    await provider.know(login, email);
    return { login, people: peopleAt(provider, [email.split('@')[1] ?? '']), browser: new GlewlwydBrowser() };
  }

  test('signs people in by the domains of their e-mails', async () => {
    const { login, people, browser } = await known();
    await expect(enter(people, browser, login)).resolves.toMatchObject({ next: '/me' });
  });

  test('confirms although it knows no max_age=0 and tells no time, and asks once from then on', async () => {
    const { login, people, browser } = await known();
    const confirm = await world.confirmation({ people, browser, subject: login });
    const before = browser.signIns;
    expect(await confirm()).toEqual({
      outcome: confirmed,
      asked: [
        { prompt: 'login', age: '0' },
        { prompt: 'login', age: '1' },
      ],
    });
    expect(await confirm()).toEqual({ outcome: confirmed, asked: [{ prompt: 'login', age: '1' }] });
    expect(browser.signIns - before).toBe(3);
  });

  test('takes a secret of any characters as it is', async () => {
    const { login, people, browser } = await known();
    const hard = { ...provider.settings, clientSecret: "a-secret_of.the~tests with + & 100%!'()*/=" };
    await provider.setSecret(hard.clientSecret);
    const using = { ...people, sso: openSso({ ...hard, emailDomains: people.sso?.emailDomains ?? [] }, waitLimitMs) };
    await expect(enter(using, browser, login)).resolves.toHaveProperty('token');
    await provider.setSecret(provider.settings.clientSecret ?? '');
  });

  test('is found by the check with what it lacks, and refuses a wrong secret', async () => {
    const findings = await checkSso(provider.settings, redirectUri, waitLimitMs);
    expect(findings.filter(({ state }) => state === 'fault')).toEqual([]);
    expect(findings.filter(({ state }) => state === 'note').map(({ about }) => about)).toEqual([
      'e-mail',
      'e-mail',
      'confirming',
    ]);
    const wrong = await checkSso({ ...provider.settings, clientSecret: 'another' }, redirectUri, waitLimitMs);
    expect(wrong.filter(({ state }) => state === 'fault')).toEqual([
      expect.objectContaining({ about: 'client', sentence: expect.stringContaining('403 unauthorized_client') }),
    ]);
  });
});
