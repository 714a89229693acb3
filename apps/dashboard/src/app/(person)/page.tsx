import { Start } from '../../features/start/start.tsx';

export default function StartPage() {
  return <Start />;
}
