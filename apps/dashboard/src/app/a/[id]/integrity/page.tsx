export { IntegrityPage as default } from '../../../../features/integrity/integrity-page.tsx';
