import { foreignOrigin, isOwnOrigin } from '@goal/ui/server/own-origin.ts';
import { readLimited } from '@goal/ui/server/read-limited.ts';
import { z } from 'zod';

import { env } from '../../../env.ts';
import { beginSession, statusOf } from '../../../session/session.ts';

const body = z.object({ token: z.string().trim().min(1) });

/** Exchanges an admin token for a session: 204 with the cookie, or `{ error }`, a sentence. */
export async function POST(request: Request): Promise<Response> {
  if (!isOwnOrigin(request, env().publicOrigin)) return foreignOrigin();
  const bytes = await readLimited(request, 4096);
  if (bytes === 408) return refuse(408, 'The token did not arrive in time. Try again.');
  const parsed = body.safeParse(bytes === 413 ? undefined : parse(bytes));
  if (!parsed.success) return refuse(400, 'Enter an admin token.');
  const { token } = parsed.data;
  if (!/^goal_admin_[a-z0-9]{8}_[A-Za-z0-9]{32,64}$/.test(token))
    return refuse(
      400,
      'This is not a whole admin token: it begins with goal_admin_ and is shown once, when it is created.',
    );
  try {
    await beginSession(token);
    return new Response(null, { status: 204 });
  } catch (error) {
    const status = statusOf(error);
    if (status === 401) return refuse(401, 'This token is not valid or was revoked.');
    if (status === undefined) return refuse(502, 'The API cannot be reached. Try again in a moment.');
    if (status >= 500) return refuse(502, 'The API could not check the token just now. Try again in a moment.');
    return refuse(502, `The API refused: ${error instanceof Error ? error.message : 'unknown'}.`);
  }
}

const refuse = (status: number, error: string): Response => Response.json({ error }, { status });

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
