export { KeysPage as default } from '../../../../../features/keys/keys-page.tsx';
