import { hostOfSink, type StreamView } from '@goal/contract';
import { StreamStateLine } from '@goal/ui/text/stream-state.tsx';

export const StateLine = ({ stream }: { stream: StreamView }) => (
  <StreamStateLine stream={stream} host={hostOfSink(stream.sink)} />
);
