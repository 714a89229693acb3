export { BillingPage as default } from '../../../../../features/billing/billing-page.tsx';
