import 'server-only';

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

import { errorCatalogue } from '@goal/contract';
import { readLimited } from '@goal/ui/server/read-limited.ts';

import { cookie } from '../session/cookie.ts';
import { refuse, sendError, sendJson } from './answer.ts';
import { beginSession, tokenOf } from './begin-session.ts';
import { callApi } from './call-api.ts';
import { isFromOwnPage, mayChange } from './guard.ts';
import { beginSso, finishSso } from './sso.ts';
import { visitingOf } from './visits.ts';

const bodyMaxBytes = 65_536;

/** The procedure behind each route, with the same JSON in and out (rulings §10.26). */
const procedures: ReadonlyMap<string, string> = new Map([
  ['password', 'entry.password'],
  ['second-factor', 'entry.secondFactor'],
  ['passkey/begin', 'entry.passkey.begin'],
  ['passkey/finish', 'entry.passkey.finish'],
  ['code/ask', 'entry.code.ask'],
  ['code/give', 'entry.code.give'],
  ['invitation', 'entry.invitation'],
  ['join', 'entry.join'],
  ['join/passkey', 'entry.joinPasskey'],
  ['sign-up/ask', 'entry.signUp.ask'],
  ['sign-up/give', 'entry.signUp.give'],
]);

export const entryPath = '/api/entry/';

/** Answers `/api/entry/…`, the ways in, for the visitor. No body holds a token. Never throws. */
export async function enter(req: IncomingMessage, res: ServerResponse): Promise<void> {
  try {
    const { pathname, searchParams } = new URL(req.url ?? '', 'http://own.invalid');
    const name = pathname.slice(entryPath.length);
    if (name === 'sso' || name === 'sso/return') await answerSso(req, res, { name, query: searchParams });
    else if (name === 'sign-out') await signOut(req, res);
    else await answerCall(req, res, procedures.get(name));
  } catch {
    // The visitor has gone.
    res.destroy();
  }
}

async function answerCall(req: IncomingMessage, res: ServerResponse, procedure: string | undefined): Promise<void> {
  if (procedure === undefined) return refuse(req, res, 'not_found');
  if (!isPost(req, res)) return;
  const body = await readLimited(webRequest(req), bodyMaxBytes);
  if (body === 413) return refuse(req, res, 'body_too_large');
  if (body === 408) return refuse(req, res, 'request_timeout');
  const answer = await callApi(procedure, { visitor: visitingOf(req), body });
  if (answer.ok) return sendJson(res, 200, beginSession(req, res, answer.data));
  if (answer.retryAfter !== null) res.setHeader('Retry-After', answer.retryAfter);
  sendError(req, res, answer.status, answer.error);
}

/** Ends the session, unless somebody else has signed in since (rulings §10.30). */
async function signOut(req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (!isPost(req, res)) return;
  const token = tokenOf(req);
  const answer = token === undefined ? undefined : await callApi('me.signOut', { token, person: personOf(req) });
  if (answer?.ok === false && answer.error === errorCatalogue.another_person.message)
    return refuse(req, res, 'another_person');
  // The cookie goes in any case, because the person has asked for that.
  res.setHeader('Set-Cookie', cookie().removal);
  if (answer?.ok === false && answer.status !== 401) return sendError(req, res, answer.status, answer.error);
  sendJson(res, 204);
}

/** A link of our own page begins it; the attempt's cookie and `state` prove the way back. */
async function answerSso(
  req: IncomingMessage,
  res: ServerResponse,
  { name, query }: { name: 'sso' | 'sso/return'; query: URLSearchParams },
): Promise<void> {
  if (req.method !== 'GET') return refuseMethod(req, res, 'GET');
  if (name === 'sso/return') return finishSso(req, res, query);
  if (!isFromOwnPage(req)) return refuse(req, res, 'foreign_origin');
  return beginSso(req, res, query);
}

/** The id of the person whom the page was drawn for; undefined if the page does not say. */
const personOf = ({ headers }: IncomingMessage): string | undefined => headers['x-goal-person']?.toString();

/** Whether a request is a POST of our own page; otherwise it has been refused. */
function isPost(req: IncomingMessage, res: ServerResponse): boolean {
  if (req.method !== 'POST') refuseMethod(req, res, 'POST');
  else if (!mayChange(req)) refuse(req, res, 'foreign_origin');
  else return true;
  return false;
}

function refuseMethod(req: IncomingMessage, res: ServerResponse, allowed: string): void {
  res.setHeader('Allow', allowed);
  refuse(req, res, 'method_not_allowed');
}

function webRequest(req: IncomingMessage): Parameters<typeof readLimited>[0] {
  const length = req.headers['content-length'];
  return {
    headers: new Headers(length === undefined ? {} : { 'content-length': length }),
    // Node's and the browser's stream types differ only in members that are not used here.
    body: Readable.toWeb(req) as unknown as ReadableStream<Uint8Array<ArrayBuffer>>,
  };
}
