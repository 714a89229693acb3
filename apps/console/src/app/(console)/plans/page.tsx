import { PlansPage } from '../../../features/plans/plans-page.tsx';

export default function Page() {
  return <PlansPage />;
}
