import type { ReactNode } from 'react';

import { StreamsFrame } from '../../../../features/streams/streams-frame.tsx';

export default function StreamsLayout({ children }: { children: ReactNode }) {
  return <StreamsFrame>{children}</StreamsFrame>;
}
