import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';

import { Browser } from '../../../test/sso-provider.ts';
import { openSsoWorld, refusal, type SsoWorld } from '../../../test/sso-world.ts';
import { beginSsoConfirmation, confirmBySso } from './prove-by-sso.ts';

let world: SsoWorld;
beforeAll(async () => {
  world = await openSsoWorld();
});
afterAll(() => world.close());

describe('confirming by single sign-on', () => {
  /** A person who signed in by single sign-on, in this browser. */
  async function makeOwner() {
    const person = await world.makePerson({ isProven: true });
    const subject = world.confirmed(person.email);
    const browser = new Browser();
    const { token } = await world.enter(await world.comeBack(subject, { browser }));
    return { person, subject, browser, session: await world.sessionOf(token) };
  }
  type Owner = Awaited<ReturnType<typeof makeOwner>>;
  const begin = ({ session }: Owner) => beginSsoConfirmation(world.core, world.people, session, '/me');
  const confirm = ({ session }: Owner, answer: { ceremony: string; query: string }) =>
    confirmBySso(world.core, world.people, session, answer);

  test('R§10.15 signing in there again confirms', async () => {
    const owner = await makeOwner();
    const { url, ceremony } = await begin(owner);
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({ prompt: 'login', max_age: '0' });
    const done = await confirm(owner, { ceremony, query: await owner.browser.visit(url, owner.subject) });
    expect(done).toEqual({ confirmed_until: expect.any(String), next: '/me' });
    expect('confirmed_until' in done && Date.parse(done.confirmed_until)).toBeGreaterThan(Date.now());
  });

  test('R§10.15 an old sign-in there does not confirm, although the browser hides that it should be new', async () => {
    const owner = await makeOwner();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 });
    onTestFinished(() => void vi.useRealTimers());
    const { url, ceremony } = await begin(owner);
    const hidden = new URL(url);
    hidden.searchParams.delete('prompt');
    hidden.searchParams.delete('max_age');
    const query = await owner.browser.visit(hidden.href, owner.subject);
    await expect(confirm(owner, { ceremony, query })).rejects.toEqual(refusal('sign_in_not_completed'));
  });

  test('R§10.15 somebody else at the provider does not confirm, although they are a person here', async () => {
    const [owner, other] = [await makeOwner(), await makeOwner()];
    const { url, ceremony } = await begin(owner);
    const query = await other.browser.visit(url, other.subject);
    await expect(confirm(owner, { ceremony, query })).rejects.toEqual(refusal('sign_in_not_completed'));
  });

  test('R§10.15 an attempt to sign in, and one of another session, do not confirm', async () => {
    const owner = await makeOwner();
    const entry = await world.comeBack(owner.subject);
    await expect(confirm(owner, entry)).rejects.toEqual(refusal('attempt_expired'));
    const { url, ceremony } = await begin(owner);
    const query = await owner.browser.visit(url, owner.subject);
    const elsewhere = { ...owner, session: await world.signIn(owner.person) };
    await expect(confirm(elsewhere, { ceremony, query })).rejects.toEqual(refusal('attempt_expired'));
  });

  test('R§10.15 an attempt to confirm begins no session', async () => {
    const owner = await makeOwner();
    const { url, ceremony } = await begin(owner);
    const query = await owner.browser.visit(url, owner.subject);
    await expect(world.enter({ ceremony, query })).rejects.toEqual(refusal('attempt_expired'));
  });
});
