export { SitesPage as default } from '../../../../features/sites/sites-page.tsx';
