// Looked up once: Jest's sandbox finds a global slowly.
const { floor, imul } = Math;

/** Numbers from 0 below 1, the same for the same seed. */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function picker(next: () => number): <T>(list: readonly T[]) => T {
  return <T>(list: readonly T[]) => list[floor(next() * list.length)] as T;
}
