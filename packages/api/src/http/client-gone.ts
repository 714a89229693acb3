/** The client left before it was answered. The service did not fail, and nobody reads an answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}
