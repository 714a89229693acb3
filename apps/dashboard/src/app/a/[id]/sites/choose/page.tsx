import { ChoosePage } from '../../../../../features/choose/choose-page.tsx';

export default function ChooseSitesPage() {
  return <ChoosePage />;
}
