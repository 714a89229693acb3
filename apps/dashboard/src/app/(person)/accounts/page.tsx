export { Accounts as default } from '../../../features/start/accounts.tsx';
