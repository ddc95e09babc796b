import { setTimeout } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Books } from '../customers/books.ts';
import { buy, CARDS, type Places, type Plan } from '../customers/customer.ts';
import { NEVER_DELIVERED, type Outcome } from '../customers/outcomes.ts';
import { planOf, type StockedShop } from '../customers/stocked-shop.ts';
import type { Told } from '../customers/told.ts';
import { useControl } from '../until-answered.ts';
import { type Decide, decideByStaff, type StaffCall } from './decisions.ts';

/** The shop hears meanwhile that a transfer is on its way. */
const TRANSFER_MS = 2000;

/** A payment or a refund that goes another way than most. */
interface Story {
  readonly name: string;
  /** Pays by card, unless it is said how. */
  readonly buys?: Pick<Plan, 'card' | 'tampered'> | 'leaves';
  /** Whether suppliers alone have what is bought. */
  readonly isSupplied?: true;
  /** After the checkout and the payment, if there was one. */
  readonly goesOn: (places: Places, told: Told) => Promise<unknown>;
  /** What the order has to be at the end. */
  readonly ends: readonly string[];
  /** Null: what is true of every order that ends so is enough. */
  readonly outcome: Outcome | null;
}

const REFUND: StaffCall = { path: 'refund', body: { everything: true } };
const UNPAID: readonly string[] = ['pending', 'expired', 'paid'];
const onceHeld =
  (call: StaffCall): Decide =>
  ({ order: { status }, refunds }) => {
    if (UNPAID.includes(status)) return null;
    return status === 'on_hold' && refunds.length === 0 ? call : 'nothing more';
  };
const untilCompleted: Decide = ({ order }) => (order.status === 'completed' ? 'nothing more' : null);
const cancelled: Decide = ({ order }) => (order.status === 'pending' ? { path: 'cancel' } : 'nothing more');
const closedOnceFailed: Decide = ({ order, refunds }) => {
  if (order.status === 'cancelled') return 'nothing more';
  if (order.status === 'completed' && refunds.length === 0) return REFUND;
  const failed = refunds.find(({ state, isOpen }) => state === 'failed' && isOpen);
  return failed ? { path: `refunds/${failed.id}/give-up` } : null;
};
const givenUp: Decide = ({ refunds: [refund] }) => {
  if (!refund) return REFUND;
  return refund.state === 'asked' ? { path: `refunds/${refund.id}/give-up` } : 'nothing more';
};

/** Whether the provider refuses refunds is a setting for all of them, until this one is given up: its job would make it before. No mail is waited for. */
const aboutRefusals = pLimit(1);
const LONGEST_REFUSAL_MS = 2 * 60_000;

async function giveUpRefused(places: Places, told: Told): Promise<void> {
  await decideByStaff(places, told, untilCompleted);
  await aboutRefusals(async () => {
    await useControl(places, 'refunds-fail', { how: 'refused' });
    try {
      await decideByStaff(places, told, givenUp, LONGEST_REFUSAL_MS);
    } finally {
      await useControl(places, 'refunds-fail', { how: 'never' });
    }
  });
}

/** A bank transfer; `meanwhile` happens while it is on its way. */
const transfer =
  (outcome: 'succeed' | 'fail', meanwhile: Decide | null = null) =>
  async (places: Places, told: Told): Promise<void> => {
    await useControl(places, `sessions/${told.session}/pay-later`, { settleAfterMs: 'never' });
    await (meanwhile === null ? setTimeout(TRANSFER_MS) : decideByStaff(places, told, meanwhile));
    await useControl(places, `sessions/${told.session}/settle-transfer`, { outcome });
  };

const byStaff = (decide: Decide) => (places: Places, told: Told) => decideByStaff(places, told, decide);

const STORIES: readonly Story[] = [
  { name: 'a transfer arrives', buys: 'leaves', goesOn: transfer('succeed'), ends: ['completed'], outcome: null },
  { name: 'a transfer fails', buys: 'leaves', goesOn: transfer('fail'), ends: ['payment_failed'], outcome: null },
  {
    name: 'held, and released',
    buys: { card: CARDS.risky },
    goesOn: byStaff(onceHeld({ path: 'release' })),
    ends: ['completed'],
    outcome: null,
  },
  {
    name: 'held, and refunded',
    buys: { card: CARDS.risky },
    goesOn: byStaff(onceHeld(REFUND)),
    ends: ['refunded'],
    outcome: NEVER_DELIVERED,
  },
  {
    name: 'paid less, and refunded',
    buys: { tampered: { amount: 77 } },
    goesOn: byStaff(onceHeld(REFUND)),
    ends: ['refunded'],
    outcome: NEVER_DELIVERED,
  },
  { name: 'paid after it had ended', buys: 'leaves', goesOn: transfer('succeed', cancelled), ends: ['completed'], outcome: null },
  {
    name: 'paid after it had ended, without keys',
    buys: 'leaves',
    isSupplied: true,
    goesOn: transfer('succeed', cancelled),
    // A key that was bought for an order that ended meanwhile is free.
    ends: ['refunded', 'completed'],
    outcome: null,
  },
  {
    name: 'refunded, and the bank returns it',
    buys: { card: CARDS.returnsRefunds },
    goesOn: byStaff(closedOnceFailed),
    ends: ['cancelled'],
    outcome: { statuses: ['cancelled'], sentBack: 0, keyMails: 'one' },
  },
  {
    name: 'refund refused and given up',
    goesOn: giveUpRefused,
    ends: ['completed'],
    outcome: { statuses: ['completed'], sentBack: 0, keyMails: 'two' },
  },
];

/** Customers with these stories, in turn. */
export class Stories {
  /** By e-mail address. */
  readonly outcomes = new Map<string, Outcome>();
  private readonly lived: { readonly story: Story; readonly told: Told }[] = [];

  private readonly stocked: StockedShop;
  private readonly seed: number;

  constructor(stocked: StockedShop, seed: number) {
    [this.stocked, this.seed] = [stocked, seed];
  }

  /** Customer number `index` of the storm; null: an ordinary one. */
  visit(index: number): Promise<Told> | null {
    const story = index % 2 === 0 ? undefined : STORIES[((index - 1) / 2) % STORIES.length];
    return story ? this.live(story, index) : null;
  }

  /** Orders that did not end as they have to. */
  faults({ orders }: Books): string[] {
    const statuses = new Map(orders.map(({ session, status }) => [session, status]));
    return this.lived.flatMap(({ story: { name, ends }, told: { email, session } }) => {
      const status = session === null ? undefined : statuses.get(session);
      return status === undefined || ends.includes(status) ? [] : [`${email} (${name}) has to be ${ends.join(' or ')}, and is ${status}`];
    });
  }

  private async live(story: Story, index: number): Promise<Told> {
    const { supply, supplied, places } = this.stocked;
    const { buys = {} } = story;
    const products = story.isSupplied ? new Map(supplied.map((kinguinId) => [kinguinId, 0])) : supply;
    const intentions = [buys === 'leaves' ? buys : 'pays'] as const;
    const plan = planOf({ supply: products }, { name: 'kill-story', seed: this.seed, index, intentions, reads: 20 });
    // A high price brings risk of its own.
    const wishes = plan.wishes.slice(0, 1).map((wish) => ({ ...wish, quantity: 1 }));
    if (story.outcome) this.outcomes.set(plan.email, story.outcome);
    const told = await buy(places, { ...plan, wishes, ...(buys !== 'leaves' && buys) });
    this.lived.push({ story, told });
    try {
      if (told.session !== null) await story.goesOn(places, told);
    } catch (error) {
      told.wrong.push(`${story.name}: ${String(error)}`);
    }
    return told;
  }
}
