import { describe } from '@jest/globals';
import { loadingGenerated } from './load-generated.db.cases.ts';

describe('a generated catalogue', () => loadingGenerated(300));
