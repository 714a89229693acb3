import { PageTitle } from '@goal/ui/page/page-title.tsx';

import { ActionsTable } from '../../../features/actions/actions-table.tsx';

export default function Page() {
  return (
    <>
      <PageTitle title="Actions" />
      <ActionsTable />
    </>
  );
}
