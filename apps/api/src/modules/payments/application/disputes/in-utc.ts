/** `2026-12-01 23:59 UTC` */
export function inUtc(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
