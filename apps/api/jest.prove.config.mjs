import integration from './jest.integration.config.mjs';

/** Scale and full matrices of the API: campaigns of `npm run prove`. */
export default { ...integration, displayName: 'api, prove', testMatch: ['<rootDir>/src/**/*.prove.ts'] };
