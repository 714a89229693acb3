import { Overview } from '../../../features/account/overview.tsx';

export default function OverviewPage() {
  return <Overview />;
}
