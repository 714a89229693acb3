export { TokensPage as default } from '../../../features/tokens/tokens-page.tsx';
