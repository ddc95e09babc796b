/** One violation of each rule that needs types, in the order of `.oxlintrc.json`. */
type Answer = 'yes' | 'no';

declare function later(): Promise<Answer>;
declare function listen(listener: () => void): void;

export async function awaitsNothing(): Promise<number> {
  return await 1;
}

export function forgets(): void {
  later();
}

export function misuses(): void {
  listen(() => later());
}

export function throwsText(): never {
  throw 'no error';
}

export function leavesOut(answer: Answer): number {
  switch (answer) {
    case 'yes':
      return 1;
  }
  return 0;
}
