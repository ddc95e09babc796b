import prove from './jest.prove.config.mjs';

/** `npm start` itself, and the tools' own servers: `nx integration tools`. */
export default { ...prove, displayName: 'tools with processes', testMatch: ['<rootDir>/**/*.db.spec.ts'] };
