import { jest } from '@jest/globals';

// A database, a process or a browser environment takes its time to start on a busy machine; that is no failure of a test.
jest.setTimeout(30_000);
