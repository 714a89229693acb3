import { waitLimitMs } from '../service/until.ts';
import { world } from '../service/world.ts';
import { askAgain } from './ask-again.ts';

export type Answer = { status: number; headers: Headers; body: unknown };
type Options = { token?: string; domain?: string; body?: object };

/** Sends one request to the published API, as a customer's program does. */
export async function rest(method: string, path: string, { token, domain, body }: Options = {}): Promise<Answer> {
  const answer = await askAgain(`${world().api}/v1/goal${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(domain === undefined ? {} : { 'x-site-domain': domain }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(waitLimitMs),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
}
