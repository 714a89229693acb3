export { AccountsPage as default } from '../../../features/accounts/accounts-page.tsx';
