import { redirect } from 'next/navigation';

import { pathOfEvents } from '../../../lib/paths.ts';

type Props = { params: Promise<{ id: string }> };

/** An account opens at its log. */
export default async function AccountPage({ params }: Props) {
  redirect(pathOfEvents((await params).id));
}
