import type { Kind, Kinds } from '../store/objects.ts';
import type { StripeState } from '../stripe-state.ts';
import { StripeRefusal } from './error.ts';
import { listOf } from './lists.ts';
import type { SessionDetails } from './objects/session.ts';

type Plain = Record<string, unknown>;
type Expansion = (state: StripeState, object: Plain) => unknown;

const DEEPEST = 4;

const reference =
  (kind: Kind, field: string): Expansion =>
  (state, object) => {
    const id = object[field];
    return typeof id === 'string' ? state.objects.find(kind, id) : (id ?? null);
  };

const expansions: Readonly<Record<string, Readonly<Record<string, Expansion>>>> = {
  'checkout.session': {
    payment_intent: reference('payment_intent', 'payment_intent'),
    line_items: (state, { id }) => {
      const items = state.objects.hidden<SessionDetails>(String(id))?.lineItems ?? [];
      return listOf(`/v1/checkout/sessions/${String(id)}/line_items`, { data: items, hasMore: false });
    },
  },
  payment_intent: { latest_charge: reference('charge', 'latest_charge'), review: reference('review', 'review') },
  charge: {
    payment_intent: reference('payment_intent', 'payment_intent'),
    review: reference('review', 'review'),
    refunds: (state, { id }) => {
      const filters = [{ path: 'charge', is: '=', value: String(id) }] as const;
      return listOf(`/v1/charges/${String(id)}/refunds`, state.objects.page('refund', { limit: 10, filters }));
    },
  },
  review: { charge: reference('charge', 'charge'), payment_intent: reference('payment_intent', 'payment_intent') },
  refund: { charge: reference('charge', 'charge'), payment_intent: reference('payment_intent', 'payment_intent') },
  dispute: { charge: reference('charge', 'charge'), payment_intent: reference('payment_intent', 'payment_intent') },
};

/** Puts objects in the place of ids, as deep as the paths go. @throws StripeRefusal for what cannot be expanded */
export function expand(state: StripeState, object: Kinds[Kind] | Plain, paths: readonly string[]): unknown {
  return paths.reduce((expanded, path) => expandPath(state, expanded, path.split('.'), path), { ...object } as Plain);
}

function expandPath(state: StripeState, object: Plain, steps: readonly string[], path: string): Plain {
  const [step, ...rest] = steps;
  if (step === undefined) return object;
  if (steps.length > DEEPEST) throw notExpandable(path, `You cannot expand more than ${DEEPEST} levels of a property`);
  if (object.object === 'list' && Array.isArray(object.data)) {
    if (step !== 'data') throw notExpandable(path);
    return { ...object, data: object.data.map((entry: Plain) => expandPath(state, entry, rest, path)) };
  }
  const expansion = expansions[String(object.object)]?.[step];
  if (!expansion) throw notExpandable(path);
  const isExpanded = typeof object[step] === 'object' && object[step] !== null;
  const value = isExpanded ? object[step] : expansion(state, object);
  return { ...object, [step]: isPlain(value) ? expandPath(state, value, rest, path) : value };
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null;
}

function notExpandable(path: string, message = 'This property cannot be expanded'): StripeRefusal {
  return new StripeRefusal(`${message} (${path}).`, { param: 'expand', isKept: false });
}
