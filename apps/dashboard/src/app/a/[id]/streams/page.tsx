export { StreamsPage as default } from '../../../../features/streams/streams-page.tsx';
