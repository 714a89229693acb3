export { NewStreamPage as default } from '../../../../../features/streams/new-stream-page.tsx';
