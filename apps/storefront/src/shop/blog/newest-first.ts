/** Sorted by the date that is shown, without touching the list that came. */
export function newestFirst<Dated extends { readonly date: string }>(all: readonly Dated[]): Dated[] {
  return [...all].sort((one, other) => Date.parse(other.date) - Date.parse(one.date));
}
