import { SitesPage } from '../../../../features/sites/sites-page.tsx';

export default function SitesOfAccount() {
  return <SitesPage />;
}
