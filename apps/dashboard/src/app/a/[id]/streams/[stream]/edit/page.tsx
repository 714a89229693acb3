export { EditStreamPage as default } from '../../../../../../features/streams/edit-stream-page.tsx';
