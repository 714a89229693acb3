export { UsagePage as default } from '../../../../features/usage/usage-page.tsx';
