import prove from './jest.prove.config.mjs';

/** `npm start` itself: `nx integration tools`. */
export default { ...prove, displayName: 'tools with processes', testMatch: ['<rootDir>/**/*.db.spec.ts'] };
