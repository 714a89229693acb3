import { Site } from '../../../../features/site/site.tsx';

export default async function SitePage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <Site key={id} id={id} />;
}
