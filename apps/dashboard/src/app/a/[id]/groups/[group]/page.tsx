import { GroupPage } from '../../../../../features/groups/group-page.tsx';

export default async function GroupOfAccount({ params }: { params: Promise<{ id: string; group: string }> }) {
  const { id, group } = await params;
  return <GroupPage accountId={id} id={group} />;
}
