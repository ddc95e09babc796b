/** Where Playwright finds a running shop. Names of the tests' own: STOREFRONT_ORIGIN and the like configure a shop, maybe a real one. */
export const SHOP_ADDRESSES = ['E2E_STOREFRONT_ORIGIN', 'E2E_API_ORIGIN', 'E2E_SANDBOX_ORIGIN', 'E2E_MAILBOX_ORIGIN'] as const;

const SET_BY_GATES = [...SHOP_ADDRESSES, 'TEST_DATABASE_URL', 'TEST_REDIS_URL', 'GATE', 'SEED', 'CAMPAIGN_SIZE', 'WORLD'];

/** The environment of what a gate runs: without the names that lead tests to servers which somebody else started. */
export function gateEnvironment(given: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(given).filter(([name]) => !SET_BY_GATES.includes(name)));
}
