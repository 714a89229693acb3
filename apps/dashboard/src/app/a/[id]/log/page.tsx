export { LogPage as default } from '../../../../features/log/log-page.tsx';
