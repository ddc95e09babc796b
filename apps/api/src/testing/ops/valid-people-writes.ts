import sharp from 'sharp';
import { ContentAdmin } from '../../modules/content/application/content-admin.ts';
import { addUser } from '../people.ts';
import { addProducts } from '../products.ts';
import type { TestShop } from '../test-shop.ts';
import type { ValidWrite } from './valid-write.ts';

const reason = 'the walk over all calls';
const by = { keyId: 'test', name: 'test', role: 'owner', requestId: null, address: null } as const;
const page = { type: 'Company', position: 1, description: '<p>Text</p>', metaDescription: 'In short' } as const;
let count = 700;

export async function addReview(shop: TestShop): Promise<{ id: string; kinguinId: number }> {
  count += 1;
  const [productId] = await addProducts(shop, [{ kinguinId: count }]);
  const { id: userId } = await addUser(shop, `reviewer-${count}`);
  await shop.database.query(
    `insert into review (id, product_type, product_id, user_id, rating, description, created_at, changed_by)
      values ($1, 'kinguin', $2, $3, 5, 'Came within seconds', $4, 'buyer')`,
    [`review${count}`, productId, userId, shop.clock.now()],
  );
  return { id: `review${count}`, kinguinId: count };
}

export async function addMessage(shop: TestShop): Promise<string> {
  count += 1;
  await shop.database.query(
    `insert into contact_message (id, full_name, email, message, file_name, file_type, file_content, created_at)
      values ($1, 'Ada Buyer', 'ada@example.com', 'My key is used', 'screen.png', 'image/png', 'picture', $2)`,
    [`message${count}`, shop.clock.now()],
  );
  return `message${count}`;
}

export async function addSubscriber(shop: TestShop, state = 'confirmed', email?: string): Promise<string> {
  count += 1;
  const confirmedAt = state === 'pending' ? null : shop.clock.now();
  await shop.database.query(
    `insert into newsletter_subscription (id, email, state, asked_at, asked_from, confirmed_at, confirmed_from)
      values ($1, $2, $3, $4, '192.0.2.1', $5, $6)`,
    [`subscription${count}`, email ?? `reader-${count}@example.com`, state, shop.clock.now(), confirmedAt, confirmedAt && '192.0.2.2'],
  );
  return `subscription${count}`;
}

async function post(shop: TestShop): Promise<string> {
  count += 1;
  return shop
    .get(ContentAdmin)
    .addPost(
      { title: `Post ${count}`, description: '<p>Text</p>', metaDescription: 'Short', publishedAt: null, isDraft: false },
      { by, reason },
    );
}

const picture = () =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();

/** Ops calls on content of visitors and on blocks. */
export const peopleWrites: Readonly<Record<string, (shop: TestShop) => Promise<ValidWrite>>> = {
  hideReview: async (shop) => ({ path: { id: (await addReview(shop)).id }, body: { isHidden: true, reason: 'Insults' } }),
  removeReview: async (shop) => ({ path: { id: (await addReview(shop)).id }, query: { reason } }),
  putPage: async () => ({ path: { name: 'Press' }, body: { ...page, reason } }),
  removePage: async (shop) => {
    await shop.get(ContentAdmin).putPage({ ...page, name: 'Old' }, { by, reason });
    return { path: { name: 'Old' }, query: { reason } };
  },
  addPost: async () => ({ body: { title: `A good post ${(count += 1)}`, description: '<p>Text</p>', metaDescription: 'Short', reason } }),
  changePost: async (shop) => ({ path: { id: await post(shop) }, body: { title: 'Another title', reason } }),
  setPostCover: async (shop) => ({ path: { id: await post(shop) }, query: { reason }, form: [['file', await picture(), 'cover.png']] }),
  addPicture: async () => ({ query: { reason }, form: [['file', await picture(), 'castle.png']] }),
  removePost: async (shop) => ({ path: { id: await post(shop) }, query: { reason } }),
  setMessageDone: async (shop) => ({ path: { id: await addMessage(shop) }, body: { isDone: true, reason } }),
  removeMessage: async (shop) => ({ path: { id: await addMessage(shop) }, query: { reason } }),
  exportSubscribers: async () => ({ body: { reason } }),
  unsubscribeForSomebody: async (shop) => ({ path: { id: await addSubscriber(shop) }, body: { reason } }),
  removeSubscriber: async (shop) => ({ path: { id: await addSubscriber(shop) }, query: { reason } }),
  blockNetwork: async () => ({ body: { network: '203.0.113.0/24', reason: 'Card testing' } }),
  freeNetwork: async (shop) => {
    await shop.database.query(`insert into blocked_network values ('198.51.100.0/24', 'test', now(), 'test') on conflict do nothing`);
    return { query: { network: '198.51.100.0/24', reason } };
  },
  blockBuyer: async () => ({ body: { kind: 'domain', value: 'bad.example', reason: 'Chargebacks' } }),
  freeBuyer: async (shop) => {
    const id = `block-${(count += 1)}`;
    await shop.database.query(`insert into blocked_buyer values ($1, 'account', $1, 'test', now(), 'test')`, [id]);
    return { path: { id }, query: { reason } };
  },
  blockCountry: async () => ({ path: { code: 'KP' }, body: { reason: 'We may not sell there' } }),
  freeCountry: async (shop) => {
    await shop.database.query(`insert into blocked_country values ('SY', 'test', now(), 'test') on conflict do nothing`);
    return { path: { code: 'SY' }, query: { reason } };
  },
};
