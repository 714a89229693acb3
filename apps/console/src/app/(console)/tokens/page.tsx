import { TokensPage } from '../../../features/tokens/tokens-page.tsx';

export default function Page() {
  return <TokensPage />;
}
