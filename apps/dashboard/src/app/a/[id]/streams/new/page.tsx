import { NewStreamPage } from '../../../../../features/streams/new-stream-page.tsx';

export default async function NewStreamOfAccount({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <NewStreamPage accountId={id} />;
}
