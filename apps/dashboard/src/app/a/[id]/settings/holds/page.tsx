export { HoldsPage as default } from '../../../../../features/erasure/holds-page.tsx';
