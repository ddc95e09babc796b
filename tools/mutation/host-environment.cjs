const { TestEnvironment } = require('jest-environment-node');

/** Hands what host-libraries.mjs has loaded to the tests. */
module.exports = class extends TestEnvironment {
  constructor(...args) {
    super(...args);
    this.global.hostLibraries = globalThis.hostLibraries;
  }
};
