/** Sorted by the date shown, without changing the input. */
export function newestFirst<Dated extends { readonly date: string }>(all: readonly Dated[]): Dated[] {
  return [...all].sort((one, other) => Date.parse(other.date) - Date.parse(one.date));
}
