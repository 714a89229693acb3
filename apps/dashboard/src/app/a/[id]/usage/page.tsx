import { UsagePage } from '../../../../features/usage/usage-page.tsx';

export default function UsageRoute() {
  return <UsagePage />;
}
