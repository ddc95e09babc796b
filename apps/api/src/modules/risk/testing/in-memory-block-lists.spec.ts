import { FixedClock } from '../../../testing/fakes.ts';
import { blockListsContract } from './block-lists.contract.ts';
import { InMemoryBlockLists } from './in-memory-block-lists.ts';

blockListsContract(async () => {
  const clock = new FixedClock();
  const lists = new InMemoryBlockLists(clock);
  return {
    lists,
    clock,
    block: async (...given) => lists.block(...given),
    blockCountry: async (code) => void lists.blockedCountries.add(code),
  };
});
