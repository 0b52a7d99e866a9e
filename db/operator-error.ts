/** A failure in a sentence for the operator. Commands print the sentence alone and exit with 1. */
export class OperatorError extends Error {
  override name = "OperatorError";
}
