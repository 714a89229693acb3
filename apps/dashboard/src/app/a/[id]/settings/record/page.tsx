import { RecordPage } from '../../../../../features/record/record-page.tsx';

export default function RecordSettingsPage() {
  return <RecordPage />;
}
