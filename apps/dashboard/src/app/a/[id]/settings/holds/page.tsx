import { HoldsPage } from '../../../../../features/erasure/holds-page.tsx';

export default function HoldsSettingsPage() {
  return <HoldsPage />;
}
