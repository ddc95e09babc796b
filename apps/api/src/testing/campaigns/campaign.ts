/** The seed of this run: what a campaign leaves to chance follows from it. `npm run prove` sets it and prints it. */
export const SEED = Number(process.env.SEED ?? 20_261_123);

/** The size of a campaign: `full` in a run without `--minutes`, whose figures are in docs/reliability-report.md, else `sample`. */
export function sized<T>(sizes: { readonly full: T; readonly sample: T }): T {
  return process.env.CAMPAIGN_SIZE === 'full' ? sizes.full : sizes.sample;
}

/** Prints a line of figures: the gate shows it, and a full run writes it to the campaign's row of docs/reliability-report.md. */
export function report(line: string): void {
  process.stdout.write(`» ${line}\n`);
}
