export { ErasurePage as default } from '../../../../../features/erasure/erasure-page.tsx';
