import '@mantine/core/styles/Divider.layer.css';

export { metadata, RootLayout as default, viewport } from '@goal/ui/shell/root-layout.tsx';
