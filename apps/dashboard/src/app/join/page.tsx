import type { Metadata } from 'next';

import { waysToSignIn } from '../../entry/ways.ts';
import { Join } from '../../features/join/join.tsx';
import { hasSession } from '../../session/session.ts';

export const metadata: Metadata = { title: 'Join · Goal' };

export default async function JoinPage() {
  return <Join ways={await waysToSignIn()} hasSession={await hasSession()} />;
}
