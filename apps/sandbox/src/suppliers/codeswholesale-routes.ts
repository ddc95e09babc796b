import type { FastifyInstance, FastifyRequest } from 'fastify';
import { randomText } from '../ids.ts';
import type { StripeState } from '../stripe-state.ts';
import { euros, totalCents } from './amounts.ts';
import { type Dialect, centsOf, isRecord, supplierRoutes, textIn } from './dialect.ts';
import { balanceOf, placeOrder, type Problem, SupplierProblem, type WantedLine } from './ordering.ts';
import type { StoredOrder, StoredProduct } from './supplier-store.ts';

const CODESWHOLESALE_CLIENT = { id: 'codeswholesale-stand-in', secret: 'codeswholesale-stand-in-secret' } as const;
const SUPPLIER = 'codeswholesale';
const PAGE = 50;
const TOKEN_SECONDS = 3600;
const statuses = { open: 'PROCESSING', complete: 'COMPLETED', cancelled: 'CANCELLED', refunded: 'REFUNDED' } as const;

/** 10002 and 20001 are documented; the others stand for codes that are not. */
const errors: Readonly<Record<Problem, readonly [status: number, code: number, message: string]>> = {
  unauthorised: [401, 40_100, 'Unauthorized'],
  failed: [500, 50_000, 'Internal server error'],
  'too-many': [429, 42_900, 'Too many requests'],
  invalid: [400, 40_000, 'Bad request'],
  duplicate: [400, 40_000, 'Bad request'],
  unknown: [404, 40_400, 'Not found'],
  'sold-out': [400, 20_001, 'Product unlisted'],
  'price-above': [400, 20_003, 'Price has changed'],
  'balance-empty': [400, 10_002, 'Balance too low'],
  'no-return': [400, 40_000, 'Bad request'],
};

/** The API v3 of CodesWholesale, as far as a shop uses it. Tokens are kept in memory: a restart asks for new ones. */
export async function codesWholesaleRoutes(app: FastifyInstance, { state }: { state: StripeState }): Promise<void> {
  const { suppliers } = state;
  const tokens = new Map<string, number>();
  const dialect: Dialect = {
    supplier: SUPPLIER,
    mayCall: ({ headers }) => (tokens.get(headers.authorization?.replace(/^Bearer /, '') ?? '') ?? 0) > state.clock.nowMs(),
    refusal: (problem) => {
      const [status, code, message] = errors[problem];
      return { status, body: { status, code, message, developerMessage: message, moreInfo: '' } };
    },
  };

  app.post('/oauth/token', (request, reply) => {
    const isGood =
      textIn(request.body, 'grant_type') === 'client_credentials' &&
      textIn(request.body, 'client_id') === CODESWHOLESALE_CLIENT.id &&
      textIn(request.body, 'client_secret') === CODESWHOLESALE_CLIENT.secret;
    if (!isGood) return reply.code(401).send({ error: 'invalid_client' });
    const token = randomText(40);
    tokens.set(token, state.clock.nowMs() + TOKEN_SECONDS * 1000);
    return reply.send({ access_token: token, token_type: 'bearer', expires_in: TOKEN_SECONDS });
  });

  supplierRoutes(app, state, dialect, [
    {
      method: 'GET',
      url: '/v3/products',
      kind: 'reads',
      act: ({ query }) => {
        const ids = textIn(query, 'productIds')?.split(',');
        if (ids) return { items: ids.flatMap((id) => suppliers.product(SUPPLIER, id) ?? []).map(productBody), continuationToken: null };
        const offset = Number(textIn(query, 'continuationToken') ?? '0');
        if (!Number.isInteger(offset) || offset < 0) throw new SupplierProblem('invalid');
        const end = offset + PAGE;
        const continuationToken = end < suppliers.countProducts(SUPPLIER) ? String(end) : null;
        return { items: suppliers.products(SUPPLIER, { offset, limit: PAGE }).map(productBody), continuationToken };
      },
    },
    {
      method: 'GET',
      url: '/v3/accounts/current',
      kind: 'reads',
      act: () => {
        const balance = euros(balanceOf(state, SUPPLIER));
        return { fullName: 'Keyturn', email: 'shop@keyturn.example', currentBalance: balance, currentCredit: 0, totalToUse: balance };
      },
    },
    { method: 'POST', url: '/v3/orders', kind: 'orders', status: 201, act: ({ body }) => detailBody(order(state, body)) },
    {
      method: 'GET',
      url: '/v3/orders',
      kind: 'reads',
      act: ({ query }) => {
        const from = dayIn(query, 'startFrom') ?? 0;
        const until = (dayIn(query, 'endOn') ?? Number.MAX_SAFE_INTEGER - DAY_MS) + DAY_MS;
        const found = suppliers.orders(SUPPLIER).filter(({ createdAtMs }) => createdAtMs >= from && createdAtMs < until);
        return { items: found.map(historyBody) };
      },
    },
    {
      method: 'GET',
      url: '/v3/orders/:id',
      kind: 'reads',
      act: (request: FastifyRequest) => {
        const found = suppliers.order(SUPPLIER, textIn(request.params, 'id') ?? '');
        if (!found) throw new SupplierProblem('unknown');
        return detailBody(found);
      },
    },
  ]);
}

const DAY_MS = 86_400_000;

/** The start of a day, in milliseconds since the epoch. */
function dayIn(query: unknown, name: string): number | undefined {
  const text = textIn(query, name);
  if (text === undefined) return undefined;
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(at)) throw new SupplierProblem('invalid');
  return at;
}

function order(state: StripeState, body: unknown): StoredOrder {
  if (!isRecord(body) || !Array.isArray(body.products) || body.products.length === 0) throw new SupplierProblem('invalid');
  // No reference is refused because another order has it: whether CodesWholesale does that is not documented.
  return placeOrder(state, SUPPLIER, textIn(body, 'orderId') ?? '', body.products.map(wantedLine));
}

function wantedLine(line: unknown): WantedLine {
  const productId = textIn(line, 'productId');
  if (!isRecord(line) || productId === undefined || typeof line.quantity !== 'number') throw new SupplierProblem('invalid');
  if (!Number.isInteger(line.quantity) || line.quantity < 1) throw new SupplierProblem('invalid');
  return { productId, offerId: undefined, quantity: line.quantity, agreedCents: centsOf(line.price) };
}

function productBody({ id, name, offers }: StoredProduct): object {
  const [offer] = offers;
  return {
    productId: id,
    identifier: id,
    name,
    platform: 'Steam',
    quantity: offer?.quantity ?? 0,
    images: [],
    regions: ['WORLDWIDE'],
    languages: ['Multilanguage'],
    prices: [
      { value: euros(offer?.cents ?? 0), from: 1, to: 9 },
      { value: euros(offer?.cents ?? 0), from: 10, to: null },
    ],
    releaseDate: null,
  };
}

function historyBody(order: StoredOrder): object {
  return {
    orderId: order.id,
    clientOrderId: order.reference,
    identifier: order.id,
    totalPrice: euros(totalCents(order)),
    status: statuses[order.status],
    createdOn: new Date(order.createdAtMs).toISOString(),
    links: [],
  };
}

function detailBody(order: StoredOrder): object {
  return {
    ...historyBody(order),
    products: order.lines.map(({ productId, name, cents, keys }) => ({
      productId,
      name,
      unitPrice: euros(cents),
      links: [],
      codes: keys.map(({ id, serial, type, isDelivered }) => ({
        codeId: id,
        codeType: isDelivered ? (type === 'text/plain' ? 'CODE_TEXT' : 'CODE_IMAGE') : 'CODE_PREORDER',
        ...(isDelivered && { code: serial, filename: type === 'text/plain' ? null : `${id}.png` }),
        links: [],
      })),
    })),
  };
}
