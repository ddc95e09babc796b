import { customerLimitsContract } from './customer-limits.contract.ts';
import { InMemoryCustomerLimits } from './in-memory-customer-limits.ts';

customerLimitsContract(async () => ({ limits: new InMemoryCustomerLimits(), products: ['p1', 'p2'] }));
