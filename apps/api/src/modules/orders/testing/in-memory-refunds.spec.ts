import { describe } from '@jest/globals';
import { FixedClock } from '../../../testing/fakes.ts';
import { InMemoryRefunds } from './in-memory-refunds.ts';
import { refundsContract } from './refunds.contract.ts';

describe('the fake', () =>
  refundsContract(async () => {
    const clock = new FixedClock();
    return { refunds: new InMemoryRefunds(clock), clock };
  }));
