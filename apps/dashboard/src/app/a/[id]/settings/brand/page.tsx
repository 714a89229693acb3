export { BrandPage as default } from '../../../../../features/brand/brand-page.tsx';
