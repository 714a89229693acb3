export { SitePage as default } from '../../../../../features/site/site-page.tsx';
