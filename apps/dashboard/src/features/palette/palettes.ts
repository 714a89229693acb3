import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';

// The code loads when a palette first opens.
export const PaletteOfAccount = lateDialog(() =>
  import('./jump-palette.tsx').then((module) => module.PaletteOfAccount),
);
export const PaletteOfPerson = lateDialog(() => import('./jump-palette.tsx').then((module) => module.PaletteOfPerson));
