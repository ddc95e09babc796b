/** A customer of the demo shop, for development: never created in production. */
export const demoLogin = { email: 'demo@keyturn.example', password: 'keyturn-demo', username: 'Demo', lastname: 'Buyer' } as const;

/** The end of the seeding's output when this login exists; `npm start` reads it. */
export const demoLoginIsThere = 'with the demo login';
