import { latePart } from '@goal/ui/state/late-part.tsx';
/** The field «Why» of a dialog. Its code loads when a dialog first shows it. */
export const { Part: WhyField } = latePart(() => import('./why-input.tsx').then((module) => module.WhyInput));
