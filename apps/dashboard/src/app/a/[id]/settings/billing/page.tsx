import { BillingPage } from '../../../../../features/billing/billing-page.tsx';

export default function BillingSettingsPage() {
  return <BillingPage />;
}
