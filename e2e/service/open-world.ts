import { createAdminToken } from './goal.ts';
import { nobody, signIn } from './sign-in.ts';
import type { Service } from './start-service.ts';
import type { World } from './world.ts';

/**
 * The world of a running service: it gets an operator who may write and one who may only read.
 * Without a console nobody signs in there, and one operator is enough.
 */
export async function openWorld(
  { api, console, dashboard, dataDir }: Service,
  stripe: World['stripe'] = { url: '', secret: '' },
): Promise<World> {
  if (console === '') {
    const operator = await createAdminToken(dataDir, 'operator', 'admin:write');
    const tokens = { operator, reader: operator };
    return { api, console, dashboard, dataDir, stripe, tokens, sessions: { operator: nobody, reader: nobody } };
  }
  const [operator, reader] = await Promise.all([
    createAdminToken(dataDir, 'operator', 'admin:write'),
    createAdminToken(dataDir, 'reader', 'admin:read'),
  ]);
  const [first, second] = await Promise.all([signIn(console, operator.token), signIn(console, reader.token)]);
  const tokens = { operator, reader };
  return { api, console, dashboard, dataDir, stripe, tokens, sessions: { operator: first, reader: second } };
}
