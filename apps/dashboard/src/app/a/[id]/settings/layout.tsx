export { SettingsFrame as default } from '../../../../shell/settings-frame.tsx';
