import { GroupsPage } from '../../../../features/groups/groups-page.tsx';

export default async function GroupsOfAccount({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <GroupsPage accountId={id} />;
}
