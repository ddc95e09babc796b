import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asForm } from '../http/form.ts';
import { admitLocalCallers } from '../http/guards.ts';
import { StripeRefusal } from '../stripe/error.ts';
import { integer, list, oneOf, optional, type Rule, shape, text } from '../stripe/params.ts';
import type { StripeState } from '../stripe-state.ts';
import {
  FIRST_BALANCE_CENTS,
  balanceOf,
  deliverOrder,
  deliveryOf,
  endOrder,
  movePrices,
  setBalance,
  setDelivery,
  SupplierProblem,
} from './ordering.ts';
import { type SupplierName, supplierNames } from './supplier-store.ts';
import { setWebhookMode, webhookModeOf, webhookModes } from './supplier-webhooks.ts';
import { setWeather, weatherOf, weathers } from './weather.ts';

const MOST_CENTS = 100_000_000;
const nothing = shape({});
const products = shape({
  products: list(
    shape({
      id: text({ max: 100 }),
      name: text({ max: 300 }),
      offers: list(
        shape({
          offerId: text({ max: 100 }),
          cents: integer({ min: 0, max: MOST_CENTS }),
          quantity: integer({ min: 0, max: 1_000_000 }),
        }),
      ),
    }),
  ),
});
const weather = shape({
  delayMs: optional(integer({ min: 0, max: 120_000 })),
  failure: optional(oneOf(...weathers)),
  of: optional(oneOf('orders', 'reads', 'all')),
  times: optional(integer({ min: 1 })),
  percent: optional(integer({ min: 1, max: 100 })),
});

/** Switches of the stand-ins for suppliers, for tests and people. */
export async function supplierControls(app: FastifyInstance, { state }: { state: StripeState }): Promise<void> {
  app.addHook('onRequest', admitLocalCallers);
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof SupplierProblem) return reply.code(409).send({ error: `Not possible: ${error.problem}.` });
    const status = error instanceof StripeRefusal ? error.status : ((error as { statusCode?: number }).statusCode ?? 500);
    return reply.code(status).send({ error: error instanceof Error ? error.message : 'Something went wrong.' });
  });

  const control = <T>(
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    path: string,
    rule: Rule<T>,
    act: (supplier: SupplierName, input: T, id: string) => unknown,
  ) => {
    const handler = (request: FastifyRequest, reply: FastifyReply) => {
      const { supplier: name = '', id = '' } = request.params as { supplier?: string; id?: string };
      const supplier = supplierNames.find((one) => one === name);
      if (!supplier) return reply.code(404).send({ error: `There is no supplier ${name}.` });
      const input = rule(asForm(request.body ?? {}), '');
      return reply.send(state.database.transaction(() => act(supplier, input, id)));
    };
    app.route({ method, url: `/sandbox/suppliers/:supplier${path}`, handler });
  };

  control('PUT', '/products', products, (supplier, input) => {
    for (const product of input.products)
      state.suppliers.putProduct(supplier, { ...product, offers: product.offers.toSorted((one, other) => one.cents - other.cents) });
    return { products: state.suppliers.countProducts(supplier) };
  });
  control('DELETE', '/products/:id', nothing, (supplier, _input, id) => {
    state.suppliers.removeProduct(supplier, id);
    return { products: state.suppliers.countProducts(supplier) };
  });
  control('POST', '/prices', shape({ percent: integer({ min: -99, max: 10_000 }) }), (supplier, { percent }) => {
    movePrices(state, supplier, percent);
    return { moved: state.suppliers.countProducts(supplier) };
  });

  control('POST', '/reset', nothing, (supplier) => {
    state.suppliers.clear(supplier);
    setBalance(state, supplier, FIRST_BALANCE_CENTS);
    setDelivery(state, supplier, { keys: 'now', as: 'text', returns: 'now' });
    state.supplierWebhooks.forget(supplier);
    setWebhookMode(state.settings, supplier, 'normal');
    return setWeather(state.settings, supplier, {});
  });

  control('GET', '/balance', nothing, (supplier) => ({ cents: balanceOf(state, supplier) }));
  control('PUT', '/balance', shape({ cents: integer({ min: 0, max: MOST_CENTS }) }), (supplier, { cents }) => ({
    cents: setBalance(state, supplier, cents),
  }));

  control('GET', '/weather', nothing, (supplier) => weatherOf(state.settings, supplier));
  control('PUT', '/weather', weather, (supplier, { delayMs = 0, failure = 'none', of = 'all', percent, times }) =>
    setWeather(state.settings, supplier, {
      delayMs,
      failure,
      of,
      times: times ?? (percent === undefined ? 1 : null),
      percent: percent ?? 100,
    }),
  );

  control('GET', '/webhooks', nothing, (supplier) => ({ mode: webhookModeOf(state.settings, supplier) }));
  control('PUT', '/webhooks', shape({ mode: oneOf(...webhookModes) }), (supplier, { mode }) => ({
    mode: setWebhookMode(state.settings, supplier, mode),
  }));

  control('GET', '/delivery', nothing, (supplier) => deliveryOf(state, supplier));
  control(
    'PUT',
    '/delivery',
    shape({
      keys: optional(oneOf('now', 'late', 'half')),
      as: optional(oneOf('text', 'image')),
      returns: optional(oneOf('now', 'late')),
    }),
    (supplier, { keys = 'now', as = 'text', returns = 'now' }) => setDelivery(state, supplier, { keys, as, returns }),
  );

  // Without the keys: they are for who ordered them.
  control('GET', '/orders', nothing, (supplier) =>
    state.suppliers.orders(supplier).map(({ lines, ...order }) => ({ ...order, lines: lines.map(({ keys, ...line }) => line) })),
  );
  control('POST', '/orders/:id/deliver', nothing, (supplier, _input, id) => ({ status: deliverOrder(state, supplier, id).status }));
  control('POST', '/orders/:id/end', shape({ how: oneOf('cancelled', 'refunded') }), (supplier, { how }, id) => ({
    status: endOrder(state, supplier, id, how).status,
  }));
}
