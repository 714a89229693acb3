import { env } from '../../../../env.ts';
import type { Reason } from '../../../../session/next-path.ts';
import { foreignOrigin, isOwnOrigin, isOwnSite } from '../../../../session/own-origin.ts';
import { readLimited } from '../../../../session/read-limited.ts';
import { forgetSession, signedIn } from '../../../../session/session.ts';

/** Bytes of a body, and milliseconds that the API may take. */
const longestBody = 1024 * 1024;
const patience = 25_000;

const passedOn = ['content-type', 'accept', 'trpc-accept'];
const passedBack = ['content-type', 'x-request-id', 'retry-after'];

type Place = { params: Promise<{ trpc: string }> };

/** Passes a request for operator procedures on to the API with the token of the session, which the browser never sees. */
async function forward(request: Request, { params }: Place): Promise<Response> {
  const isRead = request.method !== 'POST';
  if (!(isRead ? isOwnSite(request) : isOwnOrigin(request))) return foreignOrigin();
  const { trpc: procedures } = await params;
  if (!procedures.split(',').every((one) => /^admin(\.\w+)+$/.test(one))) return refuse(404, 'not found');
  const who = await signedIn();
  if (who === undefined) return refuse(401, 'signed out', 'expired');
  const body = isRead ? undefined : await readLimited(request, longestBody);
  if (body === 413) return refuse(413, 'body too large');
  if (body === 408) return refuse(408, 'request timeout');
  const url = new URL(`/trpc/${procedures}`, env().apiUrl);
  url.search = new URL(request.url).search;
  const answer = await ask(request, url, who.token, body);
  if (answer instanceof Response && answer.status === 401) {
    await answer.body?.cancel();
    await forgetSession();
    return refuse(401, 'signed out', 'revoked');
  }
  if (!(answer instanceof Response)) return answer.refusal;
  // Nobody reads the body of an answer to HEAD, and what is not read holds the connection.
  if (request.method === 'HEAD') await answer.body?.cancel();
  return new Response(request.method === 'HEAD' ? null : answer.body, {
    status: answer.status,
    headers: pick(answer.headers, passedBack),
  });
}
export { forward as GET, forward as HEAD, forward as POST };

/** The API's answer, or our own where there is none. */
async function ask(
  request: Request,
  url: URL,
  token: string,
  body: Uint8Array<ArrayBuffer> | undefined,
): Promise<Response | { refusal: Response }> {
  const headers = pick(request.headers, passedOn);
  headers.set('authorization', `Bearer ${token}`);
  const late = AbortSignal.timeout(patience);
  try {
    return await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      cache: 'no-store',
      redirect: 'manual',
      signal: AbortSignal.any([request.signal, late]),
      ...(body === undefined ? {} : { body }),
    });
  } catch {
    return {
      refusal: late.aborted ? refuse(504, 'The API does not answer.') : refuse(502, 'The API is out of reach.'),
    };
  }
}

function pick(from: Headers, names: readonly string[]): Headers {
  const picked = new Headers();
  for (const name of names) {
    const value = from.get(name);
    if (value !== null) picked.set(name, value);
  }
  return picked;
}

const codes = {
  401: 'UNAUTHORIZED',
  404: 'NOT_FOUND',
  408: 'TIMEOUT',
  413: 'PAYLOAD_TOO_LARGE',
  502: 'BAD_GATEWAY',
  504: 'GATEWAY_TIMEOUT',
};

/** A refusal of our own in tRPC's shape, so that the client shows it as it shows the API's. */
function refuse(httpStatus: keyof typeof codes, message: string, reason?: Reason): Response {
  const data = { code: codes[httpStatus], httpStatus, ...(reason === undefined ? {} : { reason }) };
  return Response.json({ error: { message, code: -32_000, data } }, { status: httpStatus });
}
