/** Groups of ops calls, by task: Swagger UI shows them first, in this order. */
export const OPS_TAGS = {
  access: 'Ops · Access and audit',
  orders: 'Ops · Orders',
  customers: 'Ops · Customers',
  payments: 'Ops · Payments',
  queue: 'Ops · Queue',
  keys: 'Ops · Keys and stock',
  catalogue: 'Ops · Catalogue',
  reviews: 'Ops · Reviews',
  content: 'Ops · Pages and blog',
  newsletter: 'Ops · Newsletter',
  contact: 'Ops · Contact messages',
  blocker: 'Ops · Blocked visitors',
} as const;

export const tagDescriptions: readonly (readonly [name: string, description: string])[] = [
  [
    OPS_TAGS.access,
    'Start here: press Authorize, enter your ops key, and try `GET /ops/access/me`. Owners make, limit and end keys here; the first one is made on the server by `npm run ops:key`. Every write and every look at a key goes into the audit log.',
  ],
  [
    OPS_TAGS.orders,
    'Find an order, read its whole story, send its keys again, replace a key, refund, release or cancel what is held, export.',
  ],
  [
    OPS_TAGS.customers,
    'Find an account by name or address, see its orders, sign-ins and notes, unlock it, verify its address, end its sessions, close it.',
  ],
  [
    OPS_TAGS.payments,
    "The inbox of the provider's events with replay, disputes and fraud warnings, and what the provider and the shop tell differently.",
  ],
  [
    OPS_TAGS.queue,
    'Jobs by state, why they failed, and trying them again. [One page](/ops/queue/board) shows all of it at a look; the browser asks for your ops key as a password, under any name.',
  ],
  [OPS_TAGS.keys, 'Upload keys, watch stock, look at one key with a reason, burn one, take a bad upload back.'],
  [OPS_TAGS.catalogue, 'Products, prices and discounts, pictures, supplier imports, exchange rates and margin, the home page.'],
  [OPS_TAGS.reviews, 'What buyers wrote, and removing it.'],
  [OPS_TAGS.content, 'Pages and blog posts.'],
  [OPS_TAGS.newsletter, 'Who subscribed, and the export for sending.'],
  [OPS_TAGS.contact, 'What visitors wrote to support.'],
  [OPS_TAGS.blocker, 'Networks and countries that are kept out.'],
  ['catalog', 'What the shop shows: products, lists, search, home.'],
  ['cart', 'A cart held against catalogue and stock.'],
  ['checkout', 'From a cart to a payment session.'],
  ['orders', 'What a buyer sees of their orders.'],
  ['users', 'Accounts and logins.'],
  ['reviews', 'Reviews as buyers write and read them.'],
  ['content', 'Pages, blog and the contact form.'],
  ['newsletter', 'Subscribing, confirming, leaving.'],
  ['blocker', 'What is blocked, as the storefront asks.'],
  ['images', 'Pictures in the sizes that pages ask for.'],
  ['webhooks', 'What the payment provider calls.'],
  ['health', 'For load balancers and for whoever watches the shop.'],
];
