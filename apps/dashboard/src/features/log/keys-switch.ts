const key = 'goal-log-keys';

/** Whether this browser takes keys of one letter. */
export const areKeysOn = (): boolean => window.localStorage.getItem(key) !== 'off';

export function setKeys(areOn: boolean): void {
  window.localStorage.setItem(key, areOn ? 'on' : 'off');
}
