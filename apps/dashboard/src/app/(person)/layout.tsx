import type { ReactNode } from 'react';

import { PersonFrame } from '../../shell/person-frame.tsx';
import { SignedIn } from '../signed-in.tsx';

export default function PersonLayout({ children }: { children: ReactNode }) {
  return (
    <SignedIn>
      <PersonFrame>{children}</PersonFrame>
    </SignedIn>
  );
}
