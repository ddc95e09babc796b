import { FixedClock } from '../../../testing/fakes.ts';
import { buyerBlocksContract } from './buyer-blocks.contract.ts';
import { InMemoryBuyerBlocks } from './in-memory-buyer-blocks.ts';

buyerBlocksContract(async () => {
  const clock = new FixedClock();
  const blocks = new InMemoryBuyerBlocks(clock);
  return { blocks, clock, add: async (block) => void blocks.all.push(block) };
});
