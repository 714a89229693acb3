import { redirect } from 'next/navigation';

import { pathOfEvents } from '../../../lib/paths.ts';

type Props = { params: Promise<{ id: string }> };

export default async function AccountPage({ params }: Props) {
  redirect(pathOfEvents((await params).id));
}
