import { AttentionPage } from '../../../features/attention/attention-page.tsx';

export default function Page() {
  return <AttentionPage />;
}
