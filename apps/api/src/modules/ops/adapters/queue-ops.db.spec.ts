import { queueOpsContract } from '../testing/queue-ops.contract.ts';

queueOpsContract(undefined);
