/** Where the running shop is. */
export const origins = {
  storefront: process.env.STOREFRONT_ORIGIN ?? 'http://localhost:4200',
  api: process.env.API_ORIGIN ?? 'http://localhost:3000',
  sandbox: process.env.SANDBOX_ORIGIN ?? 'http://localhost:12111',
  mailbox: process.env.MAILBOX_ORIGIN ?? 'http://localhost:1080',
  chromium: process.env.CHROMIUM_PATH,
};
