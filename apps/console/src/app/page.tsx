import { redirect } from 'next/navigation';

import { home } from '../session/next-path.ts';

export default function RootPage() {
  redirect(home);
}
