import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';

import { waysToSignIn } from '../../entry/ways.ts';
import { SignUp } from '../../features/sign-up/sign-up.tsx';
import { hasSession } from '../../session/session.ts';

export const metadata: Metadata = { title: 'Make a free account · Goal' };

export default async function SignUpPage() {
  const ways = await waysToSignIn();
  if (ways?.sign_up === false) notFound();
  if (await hasSession()) redirect('/');
  return <SignUp ways={ways} />;
}
