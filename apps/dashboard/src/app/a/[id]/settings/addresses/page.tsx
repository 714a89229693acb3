import { AddressesPage } from '../../../../../features/addresses/addresses-page.tsx';

export default function AddressesSettingsPage() {
  return <AddressesPage />;
}
