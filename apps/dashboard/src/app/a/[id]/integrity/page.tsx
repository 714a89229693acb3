import { IntegrityPage } from '../../../../features/integrity/integrity-page.tsx';

export default function IntegrityRoute() {
  return <IntegrityPage />;
}
