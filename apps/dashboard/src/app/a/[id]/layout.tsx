import type { ReactNode } from 'react';

import { AccountFrame } from '../../../shell/account-frame.tsx';
import { SignedIn } from '../../signed-in.tsx';

type Props = { params: Promise<{ id: string }>; children: ReactNode };

export default async function AccountLayout({ params, children }: Props) {
  const { id } = await params;
  return (
    <SignedIn>
      <AccountFrame id={id}>{children}</AccountFrame>
    </SignedIn>
  );
}
