import 'server-only';

import type { IncomingMessage, ServerResponse } from 'node:http';

import { errorCatalogue, limits } from '@goal/contract';
import { type SessionCookie, sessionCookie } from '@goal/ui/server/session-cookie.ts';
import { z } from 'zod';

import { env } from '../env.ts';
import { nextPath } from '../session/next-path.ts';
import { redirect } from './answer.ts';
import { beginSession, tokenOf } from './begin-session.ts';
import { callApi } from './call-api.ts';
import { refusals, type RefusalName } from './refusals.ts';
import { visitorOf } from './visitor.ts';

/**
 * Holds the attempt while the browser is at the provider, so that no other browser can finish it.
 */
const attemptCookie = (): SessionCookie =>
  sessionCookie({ name: 'goal_sso', isSecure: env().isSecure, sameSite: 'lax' });

const begunShape = z.object({ url: z.url(), ceremony: z.string() });
const finishedShape = z.object({ next: z.string().nullish() });

/** Begins the value of the cookie while a signed-in person confirms that it is them. */
const confirming = 'confirm.';

/**
 * `GET /api/entry/sso`: sends the browser to the sign-in service (rulings §10.14). With `confirm`
 * the person who is signed in proves there that it is them (rulings §10.15). A link sends no
 * header, so `person` names whom its page was drawn for. Where somebody else is signed in by now,
 * nothing begins, and the page is loaded for them (rulings §10.30).
 */
export async function beginSso(req: IncomingMessage, res: ServerResponse, query: URLSearchParams): Promise<void> {
  const next = nextPath(query.get('next'));
  const body = JSON.stringify({ next });
  const isConfirmation = query.has('confirm');
  const answer = isConfirmation
    ? await callApi('me.confirm.sso.begin', {
        token: tokenOf(req) ?? '',
        person: query.get('person') ?? undefined,
        body,
      })
    : await callApi('entry.sso.begin', { visitor: visitorOf(req, env().trustedProxies), body });
  if (!answer.ok && answer.error === errorCatalogue.another_person.message) return redirect(res, next);
  const begun = answer.ok ? begunShape.safeParse(answer.data) : undefined;
  if (begun?.success !== true) return redirect(res, refusedPath(answer.ok ? undefined : answer.error, next));
  const attempt = `${isConfirmation ? confirming : ''}${begun.data.ceremony}`;
  res.appendHeader('Set-Cookie', attemptCookie().setting(attempt, limits.ceremonyMinutes * 60));
  redirect(res, begun.data.url);
}

/** `GET /api/entry/sso/return`: the browser comes back from the sign-in service. */
export async function finishSso(req: IncomingMessage, res: ServerResponse, query: URLSearchParams): Promise<void> {
  const attempt = attemptCookie().valueIn(req.headers.cookie ?? null) ?? '';
  const isConfirmation = attempt.startsWith(confirming);
  const ceremony = isConfirmation ? attempt.slice(confirming.length) : attempt;
  const body = JSON.stringify({ ceremony, query: query.toString() });
  const answer = isConfirmation
    ? await callApi('me.confirm.sso.finish', { token: tokenOf(req) ?? '', body })
    : await callApi('entry.sso.finish', { visitor: visitorOf(req, env().trustedProxies), body });
  res.appendHeader('Set-Cookie', attemptCookie().removal);
  if (!answer.ok) return redirect(res, refusedPath(answer.error, undefined));
  const finished = finishedShape.safeParse(beginSession(req, res, answer.data));
  redirect(res, nextPath(finished.data?.next));
}

/** The sign-in page with the reason. The address holds a name and no sentence that others wrote. */
function refusedPath(sentence: string | undefined, next: string | undefined): string {
  const isIt = (name: RefusalName): boolean => errorCatalogue[name].message === sentence;
  const query = new URLSearchParams({ refused: refusals.find(isIt) ?? 'unavailable' });
  if (next !== undefined && next !== '/') query.set('next', next);
  return `/sign-in?${query}`;
}
