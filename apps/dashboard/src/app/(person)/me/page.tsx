import { Me } from '../../../features/me/me.tsx';

export default function MePage() {
  return <Me />;
}
