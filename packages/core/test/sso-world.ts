import { randomUUID } from 'node:crypto';

import type { BeganSso, EnteredBySso, ErrorCode } from '@goal/contract';
import { expect, onTestFinished } from 'vitest';

import { beginSsoConfirmation, beginSsoEntry, confirmBySso, signInBySso } from '../src/sign-in/entry/prove-by-sso.ts';
import type { People } from '../src/person/people.ts';
import { openPeopleWorld, visitor } from './people-world.ts';
import type { Known } from './openid-provider.ts';
import { Browser, startProvider, type ProviderOptions, type SsoProvider } from './sso-provider.ts';

export const login = (): string => `ada-${randomUUID()}`;

export const refusal = (code: ErrorCode): unknown => expect.objectContaining({ code });

/** The session that a call-back has begun, and not a further attempt. */
function entered(answer: EnteredBySso | BeganSso): EnteredBySso {
  if ('url' in answer) throw new Error(`the provider is asked once more: ${answer.url}`);
  return answer;
}

/** Somebody at a provider, in a browser. */
export type AtSomeProvider = { people: People; browser: Pick<Browser, 'visit'>; subject: string };

type Answer = { ceremony: string; query: string };

/** A database of people who can sign in at a provider. */
export async function openSsoWorld() {
  const [world, provider] = await Promise.all([openPeopleWorld(), startProvider()]);
  const people: People = { ...world.people, sso: provider.sso };
  const finish = (answer: Answer, using = people): Promise<EnteredBySso | BeganSso> =>
    signInBySso(world.core, using, visitor(), answer);
  const comeBack = async (
    as: string,
    { using = people, browser = new Browser(), next = '/a/1?x=1' } = {},
  ): Promise<Answer> => {
    const { url, ceremony } = await beginSsoEntry(world.core, using, visitor(), next);
    return { ceremony, query: await browser.visit(url, as) };
  };
  return {
    ...world,
    provider,
    people,
    async close() {
      await provider.close();
      await world.close();
    },
    /**
     * Makes somebody known at the provider whose confirmed e-mail is this, and returns their login.
     */
    confirmed: (email: string, at: SsoProvider = provider): string => at.know(login(), { email, email_verified: true }),
    /** Begins an attempt and signs in at the provider. */
    comeBack,
    enter: async (answer: Answer, using = people): Promise<EnteredBySso> => entered(await finish(answer, using)),
    finish,
    /**
     * Signs in and returns what confirms in this browser. It follows each further attempt, and
     * tells what each asked for.
     */
    async confirmation({ people: using, browser, subject }: AtSomeProvider) {
      const { url, ceremony } = await beginSsoEntry(world.core, using, visitor(), '/');
      const { token } = entered(await finish({ ceremony, query: await browser.visit(url, subject) }, using));
      const session = await world.sessionOf(token);
      return async (): Promise<{ outcome: unknown; asked: Record<string, string>[] }> => {
        const asked: Record<string, string>[] = [];
        let begun = await beginSsoConfirmation(world.core, using, session, '/me');
        for (;;) {
          const { prompt = '-', max_age: age = '-' } = Object.fromEntries(new URL(begun.url).searchParams);
          asked.push({ prompt, age });
          const answer = { ceremony: begun.ceremony, query: await browser.visit(begun.url, subject) };
          try {
            const outcome = await confirmBySso(world.core, using, session, answer);
            if (!('url' in outcome)) return { outcome, asked };
            begun = outcome;
          } catch (outcome) {
            return { outcome, asked };
          }
        }
      };
    },
    /** A provider for the running test, with somebody who may sign in there. */
    async at(options: ProviderOptions, claims: Known = { email_verified: true }) {
      const own = await startProvider(options);
      onTestFinished(() => own.close());
      const using = { ...world.people, sso: own.sso };
      const person = await world.makePerson({ isProven: true });
      const subject = own.know(login(), { email: person.email, ...claims });
      const browser = new Browser();
      return {
        provider: own,
        people: using,
        person,
        subject,
        browser,
        comeBack: () => comeBack(subject, { using, browser }),
        enter: async () => entered(await finish(await comeBack(subject, { using, browser }), using)),
      };
    },
  };
}
export type SsoWorld = Awaited<ReturnType<typeof openSsoWorld>>;
