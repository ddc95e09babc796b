import { SUPPLIER_NAMES } from '../application/ports.ts';

/** Parameters of the addresses of suppliers and their purchases. */
export const NAME = { name: 'name', enum: SUPPLIER_NAMES, description: 'Of the supplier', example: 'kinguin' } as const;
export const PURCHASE = { name: 'purchase', description: 'Id of the purchase', example: '01hzx3v9k2m4n6p8q0r2s4t6w8' } as const;
