import type { Verdict } from './use-verified-mutation.ts';

/** Checks whether a key is revoked, in a list that is being fetched. */
export async function keyIsRevoked(
  prefix: string,
  list: Promise<{ keys: { prefix: string; revoked_at: string | null }[] }>,
): Promise<Verdict> {
  const isActive = (await list).keys.some((key) => key.prefix === prefix && key.revoked_at === null);
  return { isDone: !isActive, sentence: `The key ${prefix} is ${isActive ? 'still active' : 'revoked'} now.` };
}
