import { HealthPage } from '../../../features/health/health-page.tsx';

export default function Page() {
  return <HealthPage />;
}
