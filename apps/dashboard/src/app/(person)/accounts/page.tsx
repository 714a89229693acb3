import { Accounts } from '../../../features/start/accounts.tsx';

export default function AccountsPage() {
  return <Accounts />;
}
