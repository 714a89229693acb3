export { AddressesPage as default } from '../../../../../features/addresses/addresses-page.tsx';
