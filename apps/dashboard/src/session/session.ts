import 'server-only';

import { cookies } from 'next/headers';

import { cookie } from './cookie.ts';

/** Whether this browser holds a session; the API judges it at every request for data. */
export async function hasSession(): Promise<boolean> {
  return (await cookies()).has(cookie().name);
}
