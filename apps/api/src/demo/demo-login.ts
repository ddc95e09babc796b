/** A customer of the demo shop, for development: production is never given this account. */
export const demoLogin = { email: 'demo@keyturn.example', password: 'keyturn-demo', username: 'Demo', lastname: 'Buyer' } as const;
