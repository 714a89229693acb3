export { Me as default } from '../../../features/me/me.tsx';
