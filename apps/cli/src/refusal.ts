/** Why a command is not done, in a sentence for the person who typed it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
