import { ErasurePage } from '../../../../../features/erasure/erasure-page.tsx';

export default function ErasureSettingsPage() {
  return <ErasurePage />;
}
