import { beforeEach, expect, test } from '@jest/globals';
import type { Session, Sessions } from '../application/sessions.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 2, 1, 12, minutes));

/** Each time without sessions; `ada` and `bo` are users. */
export function sessionsContract(open: () => Promise<Sessions> | Sessions): void {
  let sessions: Sessions;
  const session = (id: string, given: Partial<Session> = {}): Session => ({
    id,
    userId: 'ada',
    version: 1,
    network: '192.0.2.7',
    browser: 'Firefox 144 on Linux',
    startedAt: at(0),
    seenAt: at(0),
    expiresAt: at(1440),
    ...given,
  });
  beforeEach(async () => {
    sessions = await open();
    await sessions.see(session('a'));
    await sessions.see(session('b', { seenAt: at(1) }));
  });
  const ids = async (version = 1, now = at(5), userId = 'ada') => (await sessions.ofUser(userId, version, now)).map(({ id }) => id);

  test('a session that is seen again keeps its start and its end, and shows where it was seen last', async () => {
    expect(await ids()).toEqual(['b', 'a']);
    await sessions.see(session('a', { seenAt: at(2), startedAt: at(2), expiresAt: at(2000), network: '198.51.100.1', browser: null }));
    const [first] = await sessions.ofUser('ada', 1, at(5));
    expect(first).toEqual(session('a', { seenAt: at(2), network: '198.51.100.1', browser: null }));
  });

  test('those of others, of another version, and those that are over are not among them', async () => {
    await sessions.see(session('c', { userId: 'bo' }));
    await sessions.see(session('d', { version: 2 }));
    await sessions.see(session('e', { expiresAt: at(5) }));
    expect(await ids()).toEqual(['b', 'a']);
    expect([await ids(2), await ids(1, at(5), 'bo'), await ids(1, at(1440))]).toEqual([['d'], ['c'], []]);
  });

  test('a session is ended once, by its user alone, and is not opened again by being seen', async () => {
    await sessions.see(session('e', { expiresAt: at(5) }));
    for (const [userId, id] of [
      ['bo', 'a'],
      ['ada', 'none'],
      ['ada', 'e'],
    ] as const)
      expect(await sessions.end(userId, id, at(5))).toBeNull();
    expect(await ids()).toEqual(['b', 'a']);
    expect(await sessions.end('ada', 'a', at(5))).toEqual(at(1440));
    expect(await sessions.end('ada', 'a', at(5))).toBeNull();
    expect(await sessions.see(session('a', { seenAt: at(6) }))).toBe(false);
    expect(await ids(1, at(6))).toEqual(['b']);
  });

  test('a session that was last seen before a moment is not seen again, and one that was seen then, or is new, is', async () => {
    expect(await sessions.see(session('a', { seenAt: at(9) }), at(1))).toBe(false);
    expect(await sessions.see(session('b', { seenAt: at(9) }), at(1))).toBe(true);
    expect(await sessions.see(session('c', { seenAt: at(8) }), at(1))).toBe(true);
    expect((await sessions.ofUser('ada', 1, at(9))).map(({ id, seenAt }) => [id, seenAt])).toEqual([
      ['b', at(9)],
      ['c', at(8)],
      ['a', at(0)],
    ]);
  });
}
