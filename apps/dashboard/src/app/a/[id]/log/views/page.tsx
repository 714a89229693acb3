import { ViewsPage } from '../../../../../features/views/views-page.tsx';

export default async function ViewsOfAccount({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <ViewsPage accountId={id} />;
}
