import { errorCatalogue } from '@goal/contract';
import { sentenceFor } from '@goal/ui/lib/sentences.ts';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';

import { refusals } from '../../entry/refusals.ts';
import { waysToSignIn } from '../../entry/ways.ts';
import { SignIn } from '../../features/sign-in/sign-in.tsx';
import { nextPath } from '../../session/next-path.ts';
import { hasSession } from '../../session/session.ts';

export const metadata: Metadata = { title: 'Sign in · Goal' };

const reasons: ReadonlyMap<unknown, string> = new Map([
  ['revoked', 'Your session has ended: sign in again.'],
  ['expired', 'Sign in to go on.'],
  ['left', 'You are signed out.'],
  ['deleted', 'You are deleted, and can no longer sign in here.'],
]);

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SignInPage({ searchParams }: Props) {
  const { next: given, reason, refused } = await searchParams;
  const next = nextPath(given);
  const refusal = refusals.find((name) => name === refused);
  const told = refusal === undefined ? reasons.get(reason) : sentenceFor(errorCatalogue[refusal].message);
  // Another tab may have finished first.
  if ((told === undefined || refusal === 'attempt_expired') && (await hasSession())) redirect(next);
  return <SignIn ways={await waysToSignIn()} next={next} told={told} isRefused={refusal !== undefined} />;
}
