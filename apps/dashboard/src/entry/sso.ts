import 'server-only';

import { type SessionCookie, sessionCookie } from '@goal/ui/server/session-cookie.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorCatalogue } from '@goal/contract';
import { z } from 'zod';

import { env } from '../env.ts';
import { nextPath } from '../session/next-path.ts';
import { redirect } from './answer.ts';
import { beginSession, tokenOf } from './begin-session.ts';
import { type ApiAnswer, callApi } from './call-api.ts';
import { type RefusalName, refusals } from './refusals.ts';
import { visitingOf } from './visits.ts';

const begunShape = z.object({ url: z.url(), ceremony: z.string() });
const finishedShape = z.object({ next: z.string().nullish() });

type Begin = Pick<SsoAttempt, 'kind' | 'next'>;

/**
 * `GET /api/entry/sso`: sends the browser to the sign-in service (rulings §10.14), with `choose` to
 * choose an account there. With `confirm` the person who is signed in proves there that it is them
 * (rulings §10.15). A link sends no header, so `person` names whom its page was drawn for. Where
 * somebody else is signed in by now, nothing begins, and the page is loaded for them (rulings
 * §10.30).
 */
export async function beginSso(req: IncomingMessage, res: ServerResponse, query: URLSearchParams): Promise<void> {
  const next = nextPath(query.get('next'));
  const isConfirmation = query.has('confirm');
  const answer = isConfirmation
    ? await callApi('me.confirm.sso.begin', {
        token: tokenOf(req) ?? '',
        person: query.get('person') ?? undefined,
        body: JSON.stringify({ next }),
      })
    : await callApi('entry.sso.begin', {
        visitor: visitingOf(req),
        body: JSON.stringify({ next, choose: query.has('choose') }),
      });
  sendToProvider(req, res, { kind: isConfirmation ? 'confirm' : 'enter', next }, answer);
}

/** `GET /api/entry/sso/return`. Whoever is signed in already, as by another tab, goes on. */
export async function finishSso(req: IncomingMessage, res: ServerResponse, query: URLSearchParams): Promise<void> {
  const state = query.get('state') ?? '';
  const attempt = attemptOf(req, state) ?? { kind: 'done', ceremony: '', next: nextPath(null) };
  const { kind, ceremony, next } = attempt;
  if (kind === 'done') return goOn(req, res, attempt);
  const body = JSON.stringify({ ceremony, query: query.toString() });
  const answer =
    kind === 'confirm'
      ? await callApi('me.confirm.sso.finish', { token: tokenOf(req) ?? '', body })
      : await callApi('entry.sso.finish', { visitor: visitingOf(req), body });
  if (answer.ok && begunShape.safeParse(answer.data).success) {
    res.appendHeader('Set-Cookie', endingAttempt(state));
    return sendToProvider(req, res, attempt, answer);
  }
  if (!answer.ok) {
    res.appendHeader('Set-Cookie', endingAttempt(state));
    return kind === 'enter' && nameOf(answer) === 'attempt_expired'
      ? goOn(req, res, attempt)
      : redirect(res, refusedPath(attempt, answer));
  }
  const finished = finishedShape.safeParse(beginSession(req, res, answer.data));
  const done: SsoAttempt = { kind: 'done', ceremony: '', next };
  for (const line of keepingAttempt(req, state, done)) res.appendHeader('Set-Cookie', line);
  redirect(res, nextPath(finished.data?.next));
}

/** Sends the browser to where the API says, and keeps the attempt; else it is refused. */
function sendToProvider(req: IncomingMessage, res: ServerResponse, { kind, next }: Begin, answer: ApiAnswer): void {
  if (!answer.ok && answer.error === errorCatalogue.another_person.message) return redirect(res, next);
  const begun = answer.ok ? begunShape.safeParse(answer.data) : undefined;
  if (begun?.success !== true) return redirect(res, refusedPath({ kind, next }, answer));
  const { url, ceremony } = begun.data;
  const state = new URL(url).searchParams.get('state') ?? '';
  for (const line of keepingAttempt(req, state, { kind, ceremony, next })) res.appendHeader('Set-Cookie', line);
  redirect(res, url);
}

/** An attempt that no longer counts: whoever is signed in goes to the page that was asked for. */
function goOn(req: IncomingMessage, res: ServerResponse, attempt: SsoAttempt): void {
  const isSignedIn = tokenOf(req) !== undefined;
  const expired: ApiAnswer = {
    ok: false,
    status: 400,
    error: errorCatalogue.attempt_expired.message,
    retryAfter: null,
  };
  redirect(res, isSignedIn ? attempt.next : refusedPath({ ...attempt, kind: 'enter' }, expired));
}

const nameOf = (answer: ApiAnswer): RefusalName =>
  refusals.find((name) => !answer.ok && errorCatalogue[name].message === answer.error) ?? 'unavailable';

/**
 * The page that says why: of a confirmation the one that asked for it, else the sign-in page, which
 * leads on to the page that was asked for. The address holds a name and no sentence that others
 * wrote. What stands behind `#` reaches no log; the page takes it out of the address.
 */
function refusedPath({ kind, next }: Begin, answer: ApiAnswer): string {
  const refused = nameOf(answer);
  // A session that has ended is said by the page itself.
  if (kind === 'confirm')
    return !answer.ok && answer.status === 401 && refused === 'unavailable' ? next : `${next}#refused=${refused}`;
  const query = new URLSearchParams({ refused, ...(next === '/' ? {} : { next }) });
  const email = answer.ok ? undefined : answer.email;
  return `/sign-in?${query}${email === undefined ? '' : `#${new URLSearchParams({ email })}`}`;
}

/** What this browser keeps of a sign-in by single sign-on that it has begun. */
type SsoAttempt = {
  /** To sign in, to confirm that it is the same person, or one that has signed somebody in. */
  kind: 'enter' | 'confirm' | 'done';
  /** The attempt at the API; empty for one that is done. */
  ceremony: string;
  next: string;
};

/** Seconds that the browser keeps the way back; the attempt ends before (rulings §10.14). */
const keptSeconds = 3600;
/** Attempts that a browser keeps: a head of a request has room for a few. */
const keptAttempts = 4;
/** Longest way back, in characters, that is kept for a sign-in that is refused. */
const nextLength = 1000;

/** A cookie for each attempt, named by its `state`, so that each tab finishes its own. */
const cookieOf = (state: string): SessionCookie =>
  sessionCookie({ name: `${plainName}${state}`, isSecure: env().isSecure, sameSite: 'lax' });
const plainName = 'goal_sso_';

/** The attempt that an answer of the provider belongs to; undefined for none of this browser. */
function attemptOf({ headers }: IncomingMessage, state: string): SsoAttempt | undefined {
  const [kind, ceremony = '', next = ''] =
    cookieOf(state)
      .valueIn(headers.cookie ?? null)
      ?.split('.') ?? [];
  if (kind !== 'enter' && kind !== 'confirm' && kind !== 'done') return undefined;
  return { kind, ceremony, next: nextPath(Buffer.from(next, 'base64url').toString()) };
}

/** The `Set-Cookie` lines that keep an attempt, and give up the oldest ones beyond a few. */
function keepingAttempt({ headers }: IncomingMessage, state: string, attempt: SsoAttempt): string[] {
  const { kind, ceremony, next } = attempt;
  const way = next.length > nextLength ? '' : Buffer.from(next).toString('base64url');
  const { name } = cookieOf('');
  const others = (headers.cookie?.split(/; */) ?? [])
    .map((one) => one.split('=')[0] ?? '')
    .filter((one) => one.startsWith(name) && one !== `${name}${state}`)
    .map((one) => one.slice(name.length));
  // Browsers send the oldest first.
  const surplus = others.slice(0, Math.max(0, others.length - keptAttempts + 1));
  return [
    cookieOf(state).setting([kind, ceremony, way].join('.'), keptSeconds),
    ...surplus.map((one) => cookieOf(one).removal),
  ];
}

const endingAttempt = (state: string): string => cookieOf(state).removal;
