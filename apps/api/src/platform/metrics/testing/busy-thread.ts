import type { Pressure } from '../pressure.ts';

/** The test works in the shop's thread: that this one comes late, on a busy machine above all, is no reason to refuse what the test asks. */
export function ignoreBusyThread(pressure: Pressure): void {
  const note = pressure.note.bind(pressure);
  // It was late when the shop started.
  note('thread', false);
  Object.assign(pressure, {
    note: (...[resource, ...rest]: Parameters<Pressure['note']>) => (resource === 'thread' ? undefined : note(resource, ...rest)),
  });
}
