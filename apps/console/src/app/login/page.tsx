import type { Metadata } from 'next';
import { redirect } from 'next/navigation';

import { nextPath } from '../../session/next-path.ts';
import { signedIn } from '../../session/session.ts';
import { SignIn } from './sign-in.tsx';

export const metadata: Metadata = { title: 'Sign in · Goal' };

const sentences: ReadonlyMap<unknown, string> = new Map([
  ['revoked', 'You were signed out: this token was revoked or is no longer valid.'],
  ['expired', 'Your session has ended: sign in again.'],
]);

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function LoginPage({ searchParams }: Props) {
  const { next: given, reason } = await searchParams;
  const next = nextPath(given);
  if ((await signedIn()) !== undefined) redirect(next);
  return <SignIn next={next} reason={sentences.get(reason)} />;
}
