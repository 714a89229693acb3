export { StreamsFrame as default } from '../../../../features/streams/streams-frame.tsx';
