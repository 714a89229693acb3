export { ConnectPage as default } from '../../../../../../features/connect/connect-page.tsx';
