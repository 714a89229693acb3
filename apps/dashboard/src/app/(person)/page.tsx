export { Start as default } from '../../features/start/start.tsx';
