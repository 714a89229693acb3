import { signInPaths } from '@goal/ui/session/next-path.ts';

/** The page that leads to the account used last. */
const home = '/';

export const { nextPath, signInPath } = signInPaths({ home, signIn: '/sign-in' });
