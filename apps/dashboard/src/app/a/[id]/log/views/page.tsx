export { ViewsPage as default } from '../../../../../features/views/views-page.tsx';
