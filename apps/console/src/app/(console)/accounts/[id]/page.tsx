import { Account } from '../../../../features/account/account.tsx';

export default async function AccountPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  // The key discards all component state when the page changes to another account.
  return <Account key={id} id={id} />;
}
