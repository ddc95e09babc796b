import type { FormPart } from '../forms.ts';

/** The parts of one call that succeeds. */
export interface ValidWrite {
  /** What stands in the address for `{id}` and its like. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** In the place of a body: a multipart form. */
  readonly form?: readonly FormPart[];
}
