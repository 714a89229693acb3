import { EditStreamPage } from '../../../../../../features/streams/edit-stream-page.tsx';

export default async function EditStreamOfAccount({ params }: { params: Promise<{ id: string; stream: string }> }) {
  const { id, stream } = await params;
  return <EditStreamPage accountId={id} id={stream} />;
}
