import { ActionsTable } from '../../../features/actions/actions-table.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';

export default function Page() {
  return (
    <>
      <PageTitle title="Actions" />
      <ActionsTable />
    </>
  );
}
