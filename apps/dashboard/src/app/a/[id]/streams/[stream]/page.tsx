export { StreamPage as default } from '../../../../../features/streams/stream-page.tsx';
