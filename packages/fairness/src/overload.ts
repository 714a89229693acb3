/** A bound of this process is reached: the work was refused, and nothing failed. */
export class Overload extends Error {
  override readonly name = 'Overload';
}
