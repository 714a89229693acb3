import { LogPage } from '../../../../features/log/log-page.tsx';

export default function EventsPage() {
  return <LogPage />;
}
