import { InvalidArgumentError } from 'commander';

/** Reads the number of a port for an option. Throws `InvalidArgumentError`. */
export function portOf(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError('It must be a port number, 1 to 65535.');
  return Number(text);
}
