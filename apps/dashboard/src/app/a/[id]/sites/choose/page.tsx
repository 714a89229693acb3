export { ChoosePage as default } from '../../../../../features/choose/choose-page.tsx';
