import { AccountsPage } from '../../../features/accounts/accounts-page.tsx';

export default function Page() {
  return <AccountsPage />;
}
