import { KeysPage } from '../../../../../features/keys/keys-page.tsx';

export default function KeysSettingsPage() {
  return <KeysPage />;
}
