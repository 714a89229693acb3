export { AttentionPage as default } from '../../../features/attention/attention-page.tsx';
