/** The database answers, and was not asked: the request would have cost it too much, or others come first. */
export class Overload extends Error {
  override readonly name = 'Overload';
}
