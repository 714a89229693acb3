import { signInPaths } from '@goal/ui/session/next-path.ts';

/** The page that opens after a sign-in that leads to no other page. */
export const home = '/accounts';

export const { nextPath, signInPath } = signInPaths({ home, signIn: '/login' });
