import { Readable } from 'node:stream';

/**
 * What is made piece by piece, as a stream that has its first piece: what fails before that is an error like any other, with a status, and
 * not a connection that breaks off.
 */
export async function begun(pieces: AsyncGenerator<string>): Promise<Readable> {
  const first = await pieces.next();
  return Readable.from(goneOn(first, pieces));
}

async function* goneOn(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
