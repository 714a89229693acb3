/** Tells the next page which ways in the first proof of an e-mail removed. It holds no secret. */
export const removedCookie = 'goal_removed';

/** The ways in the cookie, which goes at once: they are said once. */
export function takeRemovedWays(): string[] {
  const found = new RegExp(`(?:^|; )${removedCookie}=([\\w.]+)`).exec(document.cookie)?.[1];
  if (found === undefined) return [];
  document.cookie = `${removedCookie}=; Path=/; Max-Age=0; SameSite=Lax`;
  return found.split('.');
}
