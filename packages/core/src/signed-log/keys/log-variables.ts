import { parseLogKeys } from './log-keys.ts';

/** The variables of the signed logs, and what they must be. */
export const logRules = {
  LOG_SEAL: 'on or off',
  LOG_KEY:
    'a key that goal log key new prints, or a file that holds one; with a former key behind it, separated by a comma',
  LOG_ORIGIN: 'a name without blanks, plus signs and slashes at its ends, as goal.example.com',
  SEAL_SECONDS: 'seconds, 1 to 3600',
  LOG_WITNESSES: 'a file that names witnesses',
} as const;

/** What LOG_SEAL=off says of LOG_WITNESSES. */
export const witnessesNeedLogs = 'LOG_WITNESSES needs LOG_SEAL=on: without logs there is nothing to cosign';

/** LOG_SEAL; 0 and 1 count as well. */
export const isOnOrOff = (text: string): boolean => /^(on|off|0|1)$/.test(text);
export const isOn = (text: string): boolean => text === 'on' || text === '1';

export const isLogKeys = (text: string): boolean => parseLogKeys(text) !== undefined;

/** The part of a key's name before `/log/` (c2sp.org/signed-note). */
export const isLogOrigin = (text: string): boolean => /^[^\s+/]([^\s+]*[^\s+/])?$/u.test(text) && text.length <= 200;
