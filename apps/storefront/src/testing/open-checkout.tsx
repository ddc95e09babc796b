import { jest } from '@jest/globals';
import { fireEvent, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { createShopStore } from '../app/store.ts';
import { CheckoutPage } from '../features/checkout/checkout-page.tsx';
import { fakeApi, type FakeRoutes } from './fake-api.ts';
import { game, storeCart } from './products.ts';

export const VALIDATE = 'POST /cart-validation';
export const PAY = 'POST /products/payment_checkout';
export const line = (given: object = {}) => ({ _id: '7', type: 'game', status: 'ok', quantity: 2, product: game(), ...given });
export const checked = (...lines: object[]) => ({ lines, total: 72, currency: 'EUR' });
const fine: FakeRoutes = {
  [VALIDATE]: { body: checked(line()) },
  [PAY]: { status: 201, body: { id: 'cs_1', url: 'https://pay.example/cs_1' } },
};

/** The checkout with one game in the cart, at an API that takes it unless `routes` say otherwise. */
export function openCheckout(routes: FakeRoutes = {}) {
  if (localStorage.getItem('idt') === null) storeCart({ quantity: 2 });
  const calls = fakeApi({ 'GET /blocker/countries': { body: ['KP'] }, ...fine, ...routes });
  const store = createShopStore();
  const leave = jest.fn<(url: string) => void>();
  const screen = render(
    <Provider store={store}>
      <MemoryRouter>
        <CheckoutPage leave={leave} />
      </MemoryRouter>
    </Provider>,
  );
  const user = userEvent.setup({ delay: null });
  const payButton = () => screen.getByRole('button', { name: /^Pay/ });
  return {
    ...screen,
    user,
    store,
    leave,
    payButton,
    callsOf: (name: string) => calls.filter((call) => call.name === name),
    async fill({ name = 'Ada Buyer', email = 'ada@example.com', terms = true } = {}) {
      if (name) fireEvent.input(screen.getByLabelText(/^Full name/), { target: { value: name } });
      if (email) fireEvent.input(screen.getByLabelText(/^E-mail/), { target: { value: email } });
      if (terms) await user.click(screen.getByRole('checkbox'));
    },
    async pay() {
      await user.click(payButton());
    },
  };
}
