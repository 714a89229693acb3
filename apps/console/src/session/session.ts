import 'server-only';

import { createTrpcClient, type RouterOutputs } from '@goal/client/trpc';
import { TRPCClientError } from '@trpc/client';
import { cookies } from 'next/headers';

import { env } from '../env.ts';
import { cookie, sessionIn, sessionSeconds } from './cookie.ts';

export type SignedIn = Pick<RouterOutputs['admin']['whoami'], 'name' | 'prefix' | 'scope'>;

/** While the API does not answer, its pages say so, and it judges what their buttons ask for. */
const notKnown: SignedIn = { name: '', prefix: '', scope: 'admin:write' };

/** Who has signed in; undefined without a session, and for one that the API refuses. */
export async function signedIn(): Promise<SignedIn | undefined> {
  const token = await ownSession();
  if (token === undefined) return undefined;
  try {
    return await api(token).admin.whoami.query();
  } catch (error) {
    return statusOf(error) === 401 ? undefined : notKnown;
  }
}

/** Begins a session in this browser. Throws what the API answers. */
export async function beginSession(token: string): Promise<void> {
  const began = await api().entry.operator.begin.mutate({ token });
  const { name, attributes } = cookie();
  (await cookies()).set(name, began.token, { ...attributes, maxAge: sessionSeconds });
}

/** Ends this browser's session, for every copy of its cookie. Throws if the API does not answer. */
export async function endSession(): Promise<void> {
  const token = await ownSession();
  if (token !== undefined) await api().entry.operator.end.mutate({ token });
  const { name, attributes } = cookie();
  (await cookies()).set(name, '', { ...attributes, maxAge: 0 });
}

/** The HTTP status of the API's refusal; undefined where it did not answer. */
export function statusOf(error: unknown): number | undefined {
  const data: unknown = error instanceof TRPCClientError ? error.data : undefined;
  const status = typeof data === 'object' && data !== null && 'httpStatus' in data ? data.httpStatus : undefined;
  return typeof status === 'number' ? status : undefined;
}

const ownSession = async (): Promise<string | undefined> => sessionIn((await cookies()).get(cookie().name)?.value);

/** The API, for a session or, to begin and end one, behind the proof of this process. */
function api(token?: string): ReturnType<typeof createTrpcClient> {
  const { apiUrl, doorProof } = env();
  const headers = token === undefined ? { 'x-goal-door': doorProof, 'x-goal-visitor': 'console' } : {};
  return createTrpcClient({ url: `${apiUrl}/trpc`, ...(token === undefined ? { headers } : { token }) });
}
