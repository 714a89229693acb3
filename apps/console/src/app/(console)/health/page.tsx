export { HealthPage as default } from '../../../features/health/health-page.tsx';
