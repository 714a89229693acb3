import { Account } from '../../../../features/account/account.tsx';

export default async function AccountPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  // Of another account nothing that was begun here holds.
  return <Account key={id} id={id} />;
}
