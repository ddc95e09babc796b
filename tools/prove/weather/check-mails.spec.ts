import { expect, test } from '@jest/globals';
import { tellNothing } from '../customers/told.ts';
import { faultsOfMails, type MailBooks, repeatsByWeather } from './check-mails.ts';
import { MAIL_WEATHERS, type Spell } from './mail-weathers.ts';

const EMAIL = 'ada@example.com';
const ADA = { ...tellNothing(EMAIL, [{ kinguinId: 7, quantity: 1 }]), seen: [{ status: 'Processing', keys: ['A'] }] };
const spellOf = (mode: string): Spell[] =>
  MAIL_WEATHERS.filter(({ smtp }) => smtp.mode === mode).map((weather) => ({ weather, emails: [EMAIL], from: 1000, to: 2000 }));
const KEPT = { messageId: '<o1-keys-1@letters.keyturn>', receivedAt: 1500 };
const RIGHT: MailBooks = {
  kept: [KEPT],
  letters: [{ id: 'o1-keys-1', state: 'sent' }],
  timelines: new Map([[EMAIL, ['placed', 'paid', 'mail_delayed', 'mail_sent']]]),
};
const withTimeline = (...kinds: string[]): MailBooks => ({ ...RIGHT, timelines: new Map([[EMAIL, kinds]]) });

test.each<[string, MailBooks, string]>([
  ['a mail that was put off', RIGHT, 'defer'],
  ['a mail that came again after a lost answer', { ...RIGHT, kept: [KEPT, { ...KEPT, receivedAt: 9000 }] }, 'lost-answer'],
  ['a mail that was refused and sent again', withTimeline('mail_refused', 'mail_sent'), 'reject'],
])('%s is right', (_what, books, mode) => expect(faultsOfMails(books, [ADA], spellOf(mode))).toEqual([]));

test.each<[string, MailBooks, string]>([
  ['o1-keys-1 was given up', { ...RIGHT, letters: [{ id: 'o1-keys-1', state: 'dead' }] }, 'defer'],
  ['o1-keys-1 is written down as sent, and never came', { ...RIGHT, kept: [] }, 'defer'],
  [
    '<o1-keys-1@letters.keyturn> came again, though its answer was not lost',
    { ...RIGHT, kept: [KEPT, { ...KEPT, receivedAt: 9000 }] },
    'defer',
  ],
  [
    '<o1-keys-1@letters.keyturn> came again, though its answer was not lost',
    { ...RIGHT, kept: [{ ...KEPT, receivedAt: 8000 }, KEPT] },
    'lost-answer',
  ],
  ['ada@example.com, whose mail server puts off, has mail_sent 0 times in its timeline', withTimeline('mail_delayed'), 'defer'],
  [
    'ada@example.com, whose mail server puts off, has mail_delayed 2 times in its timeline',
    withTimeline('mail_delayed', 'mail_delayed', 'mail_sent'),
    'defer',
  ],
  [
    'ada@example.com, whose mail server refuses the address for good, has mail_refused 0 times in its timeline',
    withTimeline('mail_sent'),
    'reject',
  ],
])('%s', (fault, books, mode) => expect(faultsOfMails(books, [ADA], spellOf(mode))).toContain(fault));

test('who did not see the keys while the mail was on its way is named', () => {
  const blind = { ...ADA, seen: [{ status: 'Processing', keys: [] }] };
  expect(faultsOfMails(RIGHT, [blind], spellOf('defer'))).toEqual(["ada@example.com did not see its keys on the order's page meanwhile"]);
});

test('mails that came again are counted by the weather that they met', () => {
  const spells = ['lost-answer', 'defer'].flatMap(spellOf);
  const books = { kept: [KEPT, { ...KEPT, receivedAt: 1800 }, { ...KEPT, receivedAt: 9000 }, { messageId: '<o2>', receivedAt: 1500 }] };
  expect([...repeatsByWeather(books, spells)]).toEqual([['cuts before its answer', 2]]);
  expect([...repeatsByWeather({ kept: [KEPT] }, spells)]).toEqual([['cuts before its answer', 0]]);
});
