/** What the computer's clock says, in seconds: for what a library compares with that clock. Everything else asks the Clock port. */
export function computerSeconds(): number {
  return Date.now() / 1000;
}
