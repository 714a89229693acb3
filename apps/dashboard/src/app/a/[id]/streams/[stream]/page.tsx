import { StreamPage } from '../../../../../features/streams/stream-page.tsx';

export default async function StreamOfAccount({ params }: { params: Promise<{ id: string; stream: string }> }) {
  const { id, stream } = await params;
  return <StreamPage accountId={id} id={stream} />;
}
