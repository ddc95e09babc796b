/** Groups of ops calls, by task: Swagger UI shows them first, in this order. */
export const OPS_TAGS = {
  access: 'Ops · Access and audit',
  orders: 'Ops · Orders',
  customers: 'Ops · Customers',
  payments: 'Ops · Payments',
  queue: 'Ops · Queue',
  keys: 'Ops · Keys and stock',
  catalogue: 'Ops · Catalogue',
  suppliers: 'Ops · Suppliers',
  reviews: 'Ops · Reviews',
  content: 'Ops · Pages and blog',
  newsletter: 'Ops · Newsletter',
  contact: 'Ops · Contact messages',
  blocker: 'Ops · Blocked visitors',
} as const;

export const tagDescriptions: readonly (readonly [name: string, description: string])[] = [
  [
    OPS_TAGS.access,
    'Start here: press Authorize, enter your ops key, and try `GET /ops/access/me`. Owners create, restrict and revoke keys here; the first one is created on the server by `npm run ops:key`. The audit log records every change and every view of a key.',
  ],
  [
    OPS_TAGS.orders,
    'Find orders, read their timeline, resend keys, replace a key, refund, release or cancel orders on hold, export.',
  ],
  [
    OPS_TAGS.customers,
    'Find accounts by name or address, see their orders, sign-ins and notes, unlock them, verify their address, end their sessions, close them.',
  ],
  [
    OPS_TAGS.payments,
    "Webhook events with retry, disputes and fraud warnings, and mismatches between the payment provider and the shop.",
  ],
  [
    OPS_TAGS.queue,
    'Jobs by state, why they failed, and retries. The [queue dashboard](/ops/queue/board) shows all of it on one page; the browser asks for your ops key as a password, with any user name.',
  ],
  [OPS_TAGS.keys, 'Upload keys, list stock, view one key with a reason, burn one key or a bad upload.'],
  [OPS_TAGS.catalogue, 'Products, prices and discounts, pictures, supplier imports, exchange rates and margin, the home page.'],
  [OPS_TAGS.suppliers, 'Where keys can be bought: state and balance of each supplier, its offers, links of its products, pause and synchronisation.'],
  [OPS_TAGS.reviews, 'Reviews by buyers: list, hide, delete.'],
  [OPS_TAGS.content, 'Info pages and blog posts.'],
  [OPS_TAGS.newsletter, 'Newsletter subscribers, and their export for sending.'],
  [OPS_TAGS.contact, 'Messages from visitors to support.'],
  [OPS_TAGS.blocker, 'Blocked networks and countries.'],
  ['catalog', 'Products, lists, search and home page.'],
  ['cart', 'Validation of a cart against prices and stock.'],
  ['checkout', 'Payment sessions for a cart.'],
  ['orders', 'Orders and keys of a buyer.'],
  ['users', 'Accounts and logins.'],
  ['reviews', 'Reviews of products.'],
  ['content', 'Info pages, blog and contact form.'],
  ['newsletter', 'Newsletter: subscribe, confirm, unsubscribe.'],
  ['blocker', 'Blocked countries and addresses.'],
  ['images', 'Images in several widths.'],
  ['webhooks', 'Endpoints that the payment provider calls.'],
  ['health', 'Health checks for load balancers and monitoring.'],
];
