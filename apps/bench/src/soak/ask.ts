export type Asked = {
  method?: 'GET' | 'POST';
  /** Below the base path. */
  path: string;
  token?: string;
  domain?: string;
  body?: unknown;
};
export type Answered = { status: number; body: string };

/** rulings §2.2: no request takes this long. */
const hangAfterMs = 15_000;

/** A request without an answer in time. */
export class Hang extends Error {}

/**
 * Sends one request by Node's own client. Throws if the connection ends without an answer, and
 * `Hang` after `hangAfterMs`.
 */
export async function ask(origin: string, { method = 'GET', path, token, domain, body }: Asked): Promise<Answered> {
  try {
    const answer = await fetch(`${origin}/v1/goal${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(domain === undefined ? {} : { 'X-Site-Domain': domain }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(hangAfterMs),
    });
    return { status: answer.status, body: await answer.text() };
  } catch (error) {
    if (!(error instanceof Error && error.name === 'TimeoutError')) throw error;
    throw new Hang(`${method} ${path.split('?')[0]}: no answer within ${hangAfterMs} ms`);
  }
}
