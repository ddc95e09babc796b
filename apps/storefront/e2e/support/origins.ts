/** Origins of the running shop. */
export const origins = {
  storefront: process.env.E2E_STOREFRONT_ORIGIN ?? 'http://localhost:4200',
  api: process.env.E2E_API_ORIGIN ?? 'http://localhost:3000',
  sandbox: process.env.E2E_SANDBOX_ORIGIN ?? 'http://localhost:12111',
  mailbox: process.env.E2E_MAILBOX_ORIGIN ?? 'http://localhost:1080',
  chromium: process.env.CHROMIUM_PATH,
};
