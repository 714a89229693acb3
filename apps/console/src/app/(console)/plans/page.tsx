export { PlansPage as default } from '../../../features/plans/plans-page.tsx';
