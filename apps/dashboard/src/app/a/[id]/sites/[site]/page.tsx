import { SitePage } from '../../../../../features/site/site-page.tsx';

export default async function SiteOfAccount({ params }: { params: Promise<{ id: string; site: string }> }) {
  const { id, site } = await params;
  return <SitePage account={id} id={site} />;
}
