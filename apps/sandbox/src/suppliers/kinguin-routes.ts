import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { StripeState } from '../stripe-state.ts';
import { euros } from './amounts.ts';
import { type Dialect, centsOf, isRecord, numberIn, supplierRoutes, textIn } from './dialect.ts';
import { orderBody, productBody } from './kinguin-bodies.ts';
import { balanceOf, placeOrder, type Problem, SupplierProblem, takeBack, type WantedLine } from './ordering.ts';
import type { StoredOrder } from './supplier-store.ts';

const KINGUIN_KEY = 'kinguin-stand-in-key';
const SUPPLIER = 'kinguin';
const MOST_OF_AN_OFFER = 9;

const errors: Readonly<Record<Problem, readonly [status: number, kind: string, detail: string]>> = {
  unauthorised: [401, 'Authorization', 'Bad authorization credentials.'],
  failed: [500, 'Error', 'Unexpected error.'],
  'too-many': [429, 'Http', 'Too many requests.'],
  invalid: [400, 'ConstraintViolation', 'The requested payload is invalid.'],
  duplicate: [400, 'ConstraintViolation', 'Order with given "orderExternalId" already exists.'],
  unknown: [404, 'OrderNotFound', 'Order not found.'],
  'sold-out': [422, 'ProductUnavailable', 'Unable to find any offer matching order request criteria.'],
  'price-above': [422, 'ProductUnavailable', 'Unable to find any offer matching order request criteria.'],
  'balance-empty': [400, 'InsufficientBalance', 'There are not enough funds to place an order.'],
  'no-return': [409, 'NoKeysToReturn', 'Return keys is not allowed for current resource version.'],
};

const dialect: Dialect = {
  supplier: SUPPLIER,
  mayCall: ({ headers }) => headers['x-api-key'] === KINGUIN_KEY,
  refusal: (problem, request) => {
    const [status, kind, detail] = errors[problem];
    const path = request.url.split('?')[0];
    const property = problem === 'duplicate' ? { propertyPath: 'orderExternalId' } : {};
    return { status, body: { kind, status, title: kind, detail, path, method: request.method, ...property } };
  },
};

/** The eCommerce API of Kinguin, as far as a shop uses it. */
export async function kinguinRoutes(app: FastifyInstance, { state }: { state: StripeState }): Promise<void> {
  const { suppliers } = state;
  const known = (request: FastifyRequest): StoredOrder => {
    const order = suppliers.order(SUPPLIER, textIn(request.params, 'id') ?? '');
    if (!order) throw new SupplierProblem('unknown');
    return order;
  };

  supplierRoutes(app, state, dialect, [
    {
      method: 'GET',
      url: '/v1/products',
      kind: 'reads',
      act: ({ query, protocol, host }) => {
        const pictures = `${protocol}://${host}/suppliers/pictures`;
        const limit = numberIn(query, 'limit', 25, 100);
        const offset = (numberIn(query, 'page', 1, 100_000) - 1) * limit;
        const ids = textIn(query, 'kinguinId')?.split(',');
        if (ids === undefined) {
          const sinceMs = timeIn(query, 'updatedSince');
          return {
            results: suppliers.products(SUPPLIER, { offset, limit, sinceMs }).map((product) => productBody(product, pictures)),
            item_count: suppliers.countProducts(SUPPLIER, sinceMs),
          };
        }
        const found = ids.map((id) => suppliers.product(SUPPLIER, id)).filter((product) => product !== null);
        return { results: found.slice(offset, offset + limit).map((product) => productBody(product, pictures)), item_count: found.length };
      },
    },
    { method: 'GET', url: '/v1/balance', kind: 'reads', act: () => ({ balance: euros(balanceOf(state, SUPPLIER)) }) },
    { method: 'POST', url: '/v1/order', kind: 'orders', status: 201, act: ({ body }) => orderBody(order(state, body)) },
    {
      method: 'GET',
      url: '/v1/order',
      kind: 'reads',
      act: ({ query }) => {
        const found = suppliers.orders(SUPPLIER, textIn(query, 'orderExternalId'));
        return { results: found.slice(0, numberIn(query, 'limit', 25, 100)).map(orderBody), item_count: found.length };
      },
    },
    { method: 'GET', url: '/v1/order/:id', kind: 'reads', act: (request) => orderBody(known(request)) },
    {
      method: 'GET',
      url: '/v2/order/:id/keys',
      kind: 'reads',
      act: (request) =>
        known(request).lines.flatMap(({ keys, name, productId, offerId }) =>
          keys
            .filter(({ isDelivered }) => isDelivered)
            .map(({ id, serial, type }) => ({ id, serial, type, name, kinguinId: Number(productId), offerId, productId })),
        ),
    },
    {
      method: 'POST',
      url: '/v2/order/:id/keys/return',
      kind: 'orders',
      act: (request) =>
        takeBack(state, SUPPLIER, known(request)).lines.flatMap(({ keys }) => keys.map(({ id }) => ({ id, status: 'RETURNED' }))),
    },
  ]);
}

/** Milliseconds since the epoch; 0 where none is named. */
function timeIn(query: unknown, name: string): number {
  const text = textIn(query, name);
  const at = text === undefined ? 0 : Date.parse(text);
  if (Number.isNaN(at)) throw new SupplierProblem('invalid');
  return at;
}

function order(state: StripeState, body: unknown): StoredOrder {
  if (!isRecord(body) || !Array.isArray(body.products) || body.products.length === 0) throw new SupplierProblem('invalid');
  const reference = textIn(body, 'orderExternalId') ?? '';
  if (reference !== '' && state.suppliers.orders(SUPPLIER, reference).length > 0) throw new SupplierProblem('duplicate');
  return placeOrder(state, SUPPLIER, reference, body.products.map(wantedLine));
}

function wantedLine(line: unknown): WantedLine {
  if (!isRecord(line) || typeof line.kinguinId !== 'number' || typeof line.qty !== 'number') throw new SupplierProblem('invalid');
  if (!Number.isInteger(line.qty) || line.qty < 1 || line.qty > MOST_OF_AN_OFFER) throw new SupplierProblem('invalid');
  return {
    productId: String(line.kinguinId),
    offerId: textIn(line, 'offerId'),
    quantity: line.qty,
    agreedCents: centsOf(line.price),
  };
}
