/** `2026-12-01 23:59:10 UTC` */
export function instantOf(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
