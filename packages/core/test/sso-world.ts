import { randomUUID } from 'node:crypto';

import type { EnteredBySso, ErrorCode } from '@goal/contract';
import { expect } from 'vitest';

import { beginSsoEntry, signInBySso } from '../src/entry/prove-by-sso.ts';
import type { People } from '../src/person/people.ts';
import { openPeopleWorld, visitor } from './people-world.ts';
import { Browser, startProvider, type SsoProvider } from './sso-provider.ts';

export const login = (): string => `ada-${randomUUID()}`;

export const refusal = (code: ErrorCode): unknown => expect.objectContaining({ code });

type Answer = { ceremony: string; query: string };

/** A database of people who can sign in at a provider. */
export async function openSsoWorld() {
  const [world, provider] = await Promise.all([openPeopleWorld(), startProvider()]);
  const people: People = { ...world.people, sso: provider.sso };
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
    async comeBack(as: string, { using = people, browser = new Browser(), next = '/a/1?x=1' } = {}): Promise<Answer> {
      const { url, ceremony } = await beginSsoEntry(world.core, using, visitor(), next);
      return { ceremony, query: await browser.visit(url, as) };
    },
    enter: (answer: Answer, using = people): Promise<EnteredBySso> => signInBySso(world.core, using, visitor(), answer),
  };
}
export type SsoWorld = Awaited<ReturnType<typeof openSsoWorld>>;
