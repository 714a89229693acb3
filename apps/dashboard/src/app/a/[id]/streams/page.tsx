import { StreamsPage } from '../../../../features/streams/streams-page.tsx';

export default async function StreamsOfAccount({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <StreamsPage accountId={id} />;
}
