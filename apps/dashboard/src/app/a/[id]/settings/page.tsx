import { redirect } from 'next/navigation';

import { pathOfAccount } from '../../../../lib/paths.ts';

/** The settings begin with the page that every member of the whole account may open. */
export default async function SettingsPage({ params }: { params: Promise<{ id: string }> }) {
  redirect(`${pathOfAccount((await params).id)}/settings/members`);
}
