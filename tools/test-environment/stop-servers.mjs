/** Jest's globalTeardown: stops what start-servers.mjs started. */
export default () => globalThis.stopTestServers?.();
