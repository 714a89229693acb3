import { ReportPage } from '../../../../features/report/report-page.tsx';

export default function ReportsPage() {
  return <ReportPage />;
}
