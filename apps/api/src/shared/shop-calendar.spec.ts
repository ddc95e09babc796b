import { expect, test } from '@jest/globals';
import { isTimeZone, ShopCalendar } from './shop-calendar.ts';

test.each([
  ['UTC', '2026-11-27', '2026-11-27T00:00:00.000Z', '2026-11-28T00:00:00.000Z'],
  ['Europe/Warsaw', '2026-11-27', '2026-11-26T23:00:00.000Z', '2026-11-27T23:00:00.000Z'],
  ['Europe/Warsaw', '2026-07-01', '2026-06-30T22:00:00.000Z', '2026-07-01T22:00:00.000Z'],
  // The days on which clocks change have 25 and 23 hours.
  ['Europe/Warsaw', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  ['Europe/Warsaw', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ['Asia/Kathmandu', '2026-11-27', '2026-11-26T18:15:00.000Z', '2026-11-27T18:15:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-27', '2026-11-26T10:00:00.000Z', '2026-11-27T10:00:00.000Z'],
  // Clocks went from 00:00 to 01:00: the day has no midnight.
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z'],
  ['America/New_York', '2028-02-29', '2028-02-29T05:00:00.000Z', '2028-03-01T05:00:00.000Z'],
  ['America/New_York', '9999-12-31', '9999-12-31T05:00:00.000Z', '9999-12-31T23:59:59.999Z'],
])('in %s the day %s lasts from %s until %s', (timeZone, day, start, end) => {
  const calendar = new ShopCalendar(timeZone);
  expect([calendar.start(day).toISOString(), calendar.end(day).toISOString()]).toEqual([start, end]);
  expect(calendar.last(day).getTime()).toBe(Date.parse(end) - 1);
  expect([calendar.day(calendar.start(day)), calendar.day(calendar.last(day))]).toEqual([day, day]);
});

test.each(['2026-11-27T10:00:00Z', '2026-11-27T10:00+05:30', '2026-11-27T00:00:00.123Z'])(
  '%s is the same instant in every zone',
  (text) => {
    const calendar = new ShopCalendar('Europe/Warsaw');
    expect([calendar.start(text), calendar.end(text), calendar.last(text)]).toEqual([new Date(text), new Date(text), new Date(text)]);
  },
);

test.each([
  ['Europe/Warsaw', true],
  ['UTC', true],
  ['Europe/Atlantis', false],
  ['+02:00', false],
  ['', false],
])('"%s" is a time zone: %s', (name, isOne) => {
  expect(isTimeZone(name)).toBe(isOne);
});
