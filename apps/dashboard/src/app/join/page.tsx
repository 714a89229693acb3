import { waysToSignIn } from '../../entry/ways.ts';
import { Join } from '../../features/join/join.tsx';
import { hasSession } from '../../session/session.ts';

export default async function JoinPage() {
  return <Join ways={await waysToSignIn()} hasSession={await hasSession()} />;
}
