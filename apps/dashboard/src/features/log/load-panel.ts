/** Loads the code of the open event; rows ask for it before they are opened. */
export const loadPanel = () => import('./event-panel.tsx').then((module) => module.EventPanel);
