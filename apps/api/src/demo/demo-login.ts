/** A customer of the demo shop, for development: never created in production. */
export const demoLogin = { email: 'demo@keyturn.example', password: 'keyturn-demo', username: 'Demo', lastname: 'Buyer' } as const;

/** How the seeding ends what it says when this login is there, for whoever shows it. */
export const demoLoginIsThere = 'with the demo login';
