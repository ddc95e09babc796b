import { expect, jest, test } from '@jest/globals';
import { SupplierAway } from '../../domain/supplier-errors.ts';
import { answering } from '../../testing/answering.ts';
import { CodesWholesaleSupplier } from './codeswholesale-supplier.ts';

/** A supplier that gives these answers besides its token. */
function answered(
  answerTo: (path: string) => unknown,
  run: (supplier: CodesWholesaleSupplier) => Promise<void>,
  token: unknown = { access_token: 'token', expires_in: 60 },
): Promise<void> {
  return answering(
    (path) => (path === '/oauth/token' ? token : answerTo(path)),
    (apiUrl) => run(new CodesWholesaleSupplier({ clientId: 'id', clientSecret: 'secret', apiUrl, signature: null })),
  );
}
const made = (orderId: string, clientOrderId: unknown, change: object = {}) => ({ orderId, clientOrderId, status: 'COMPLETED', ...change });

test('an order is found on whichever page of the history it is', async () => {
  const pages: Readonly<Record<string, object>> = {
    first: { items: [made('1', 'one')], continuationToken: 'second page' },
    'second page': { items: [made('2', 'two')], continuationToken: 'third' },
    third: { items: [made('3', 'three')] },
  };
  await answered(
    (path) => pages[new URL(path, 'http://local').searchParams.get('continuationToken') ?? 'first'],
    async (supplier) => {
      const found = await Promise.all(['one', 'two', 'three', 'four'].map((reference) => supplier.find(reference, new Date())));
      expect(found.map((order) => order?.orderId ?? null)).toEqual(['1', '2', '3', null]);
    },
  );
});

test.each([
  ['of two tokens at once', ['A', 'B'], 0],
  ['of five tokens after three pages', ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'], 3],
])('a list of products whose tokens go in a circle %s ends', async (_what, tokens, back) => {
  const nextOf = (token: string | null) => {
    const place = token === null ? 0 : tokens.indexOf(token) + 1;
    return tokens[place < tokens.length ? place : back];
  };
  await answered(
    (path) => ({ items: [], continuationToken: nextOf(new URL(path, 'http://local').searchParams.get('continuationToken')) }),
    async (supplier) => {
      const readAll = async () => {
        let cursor: string | null = null;
        for (let pages = 0; pages < 30; pages += 1) ({ next: cursor } = await supplier.offers(cursor));
      };
      await expect(readAll()).rejects.toThrow('does not go on');
    },
  );
});

test('a list of products goes on from a token that was stored alone, and ends at one that leads to itself', async () => {
  await answered(
    (path) => ({ items: [], continuationToken: path.includes('continuationToken') ? 'last 2 %' : 'first' }),
    async (supplier) => {
      const { next } = await supplier.offers('first');
      expect((await supplier.offers(next)).next).toBeNull();
    },
  );
});

test('an order is not taken for one that was never made where the history does not end', async () => {
  await answered(
    () => ({ items: [made('1', 'first')], continuationToken: 'more' }),
    async (supplier) => {
      expect(await supplier.find('first', new Date())).toMatchObject({ orderId: '1', state: 'complete' });
      await expect(supplier.find('second', new Date())).rejects.toThrow(SupplierAway);
    },
  );
});

test('an order of the history that cannot be read hides no other one, and is not taken for one that was never made', async () => {
  const items = [made('1', 'broken', { totalPrice: 'five' }), made('2', 'good'), made('3', null)];
  await answered(
    () => ({ items }),
    async (supplier) => {
      expect(await supplier.find('good', new Date())).toMatchObject({ orderId: '2' });
      expect(await supplier.find('nobody', new Date())).toBeNull();
      await expect(supplier.find('broken', new Date())).rejects.toThrow(SupplierAway);
    },
  );
  await answered(
    () => ({ items: ['what is this?'] }),
    async (supplier) => expect(supplier.find('nobody', new Date())).rejects.toThrow(SupplierAway),
  );
});

test('an order of the history without the field of its reference may be any', async () => {
  const items = [{ orderId: '1', status: 'COMPLETED' }, made('2', 'good')];
  await answered(
    () => ({ items }),
    async (supplier) => {
      expect(await supplier.find('good', new Date())).toMatchObject({ orderId: '2' });
      await expect(supplier.find('nobody', new Date())).rejects.toThrow('cannot be read');
    },
  );
});

test('an order of as many pictures as one may have is read', async () => {
  const code = Buffer.alloc(1_048_576).toString('base64');
  const codesOf = (count: number) => Array.from({ length: count }, (_, index) => ({ codeId: `${index}`, codeType: 'CODE_IMAGE', code }));
  let pieces = 0;
  await answered(
    () => made('1', 'one', { products: [{ codes: codesOf(pieces) }] }),
    async (supplier) => {
      pieces = supplier.mostPerOrder;
      expect(await supplier.keys('1')).toHaveLength(pieces);
    },
  );
});

test('an order is known whatever its codes look like, and codes of other products are delivered', async () => {
  const good = { codeId: 'good', codeType: 'CODE_TEXT', code: 'CCCC' };
  const products = [
    { codes: null },
    'nothing',
    { codes: [{ codeType: 'CODE_TEXT' }, { ...good, codeId: 'new', codeType: 'CODE_VIDEO' }, good] },
  ];
  await answered(
    () => made('1', 'one', { products }),
    async (supplier) => {
      expect(await supplier.orderOf('1')).toMatchObject({ state: 'complete' });
      expect(await supplier.keys('1')).toEqual([
        { id: 'unreadable-0', secret: null },
        { id: 'new', secret: null },
        { id: 'good', secret: { kind: 'text', key: 'CCCC' } },
      ]);
    },
  );
  await answered(
    () => made('1', 'one', { products: [{ codes: [{ ...good, codeType: 'PRE_ORDER' }] }] }),
    async (supplier) => expect(await supplier.keys('1')).toEqual([]),
  );
  await answered(
    () => made('1', 'one'),
    async (supplier) => expect(await supplier.keys('1')).toEqual([]),
  );
});

test.each([
  ['Refunded', 'ended', []],
  ['REJECTED', 'ended', []],
  ['Returned', 'ended', []],
  ['Cancelled', 'ended', []],
  ['Processing', 'open', []],
  ['Fulfilled', 'complete', []],
  ['Shipped\n!', 'open', ['Shipped??']],
])('an order with the status %p is %s', async (status, state, unknown) => {
  await answered(
    (path) => (path.startsWith('/v3/orders?') ? { items: [made('1', 'one', { status })] } : made('1', 'one', { status })),
    async (supplier) => {
      expect([await supplier.orderOf('1'), await supplier.find('one', new Date())]).toMatchObject([{ state }, { state }]);
      expect(supplier.unknownStatuses()).toEqual(unknown);
    },
  );
});

test('a history that goes on for longer than a purchase is leased ends as one that nobody knows', async () => {
  const elapsed = jest.spyOn(performance, 'now').mockReturnValue(0);
  let pages = 0;
  const more = () => {
    pages += 1;
    elapsed.mockReturnValue(pages * 25_000);
    return { items: [], ...(pages < 3 && { continuationToken: `page ${pages}` }) };
  };
  await answered(more, async (supplier) => {
    await expect(supplier.find('nobody', new Date())).rejects.toThrow('takes too long');
    expect(pages).toBe(2);
  });
  elapsed.mockRestore();
});

test('of products that cannot be read it is said that something was left out', async () => {
  await answered(
    () => ({ items: [{ productId: '1', name: 'Game', quantity: 1, prices: [{ value: '5.79' }] }] }),
    async (supplier) => expect(await supplier.product('1')).toMatchObject({ offers: [], skipped: 1 }),
  );
});

test.each([
  ['without a token an order was not sent', 'none', false],
  ['an order whose answer cannot be read may be there', undefined, true],
])('%s', async (_what, token, mayBeDone) => {
  const order = { reference: 'one', supplierProductId: '1', offerId: '1', quantity: 1, priceMinor: 579 };
  await answered(
    () => 'no order',
    async (supplier) => {
      const failure = await supplier.order(order).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(SupplierAway);
      expect(failure).toMatchObject({ mayBeDone });
    },
    token,
  );
});

test('another product than the one that was asked for says nothing about that one', async () => {
  const product = (productId: string) => ({ productId, name: 'Game', quantity: 1, prices: [{ value: 5.79 }] });
  await answered(
    () => ({ items: [product('2'), product('1')] }),
    async (supplier) => {
      expect(await supplier.product('1')).toMatchObject({ offers: [{ supplierProductId: '1' }], products: 1 });
      expect(await supplier.product('3')).toMatchObject({ offers: [], products: 0 });
    },
  );
});

test('a balance below zero is one', async () => {
  await answered(
    () => ({ currentBalance: -50, totalToUse: -1.5 }),
    async (supplier) => expect(await supplier.balance()).toBe(-150),
  );
});
