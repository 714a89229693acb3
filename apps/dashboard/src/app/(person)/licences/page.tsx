import { version } from '@goal/contract';

import { LicencesPage } from '../../../features/licences/licences-page.tsx';
import { readPackages } from '../../../features/licences/read-packages.ts';

export default async function Licences() {
  // The service starts this process in the app's folder.
  const packages = await readPackages(process.cwd());
  return <LicencesPage version={version} packages={packages.map(({ text: _, ...one }) => one)} />;
}
