import { BrandPage } from '../../../../../features/brand/brand-page.tsx';

export default function BrandSettingsPage() {
  return <BrandPage />;
}
