import { ConnectPage } from '../../../../../../features/connect/connect-page.tsx';

export default async function ConnectSite({ params }: { params: Promise<{ id: string; site: string }> }) {
  const { id, site } = await params;
  return <ConnectPage account={id} id={site} />;
}
