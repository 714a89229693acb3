import { AccountSettings } from '../../../../../features/account/account-settings.tsx';

export default function AccountSettingsPage() {
  return <AccountSettings />;
}
