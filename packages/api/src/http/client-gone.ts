/** The client went away before it was answered: nobody is there to hear of it, and nothing failed here. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}
