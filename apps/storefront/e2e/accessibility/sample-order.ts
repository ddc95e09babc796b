/** What the API answers to a guest who looks at an order. */
export const GUEST_ORDER = {
  order: {
    _id: 'x',
    createdAt: '2026-03-05T10:00:00Z',
    kinguinOrderId: 'K1',
    currency: 'EUR',
    total: 36,
    status: 'Completed',
    products: [{ qte: 1, price: 36, KinguinProduct: { name: 'Half-Life', kinguinId: 7, images: { cover: { url: '' } } } }],
  },
  keys: [{ name: 'Half-Life', platform: 'Steam', kind: 'text', key: 'AAAA-BBBB-CCCC' }],
};

/** The same of an account, with keys of two kinds. */
export const ORDER_KEYS = [
  ...GUEST_ORDER.keys,
  { name: 'Half-Life', platform: 'Steam', kind: 'account', login: 'player', password: 'sample', mail: 'player@example.com' },
];
