import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../../platform/http/security/browser-id.ts';
import { browserOf } from '../../../platform/http/security/caller.ts';
import type { OpsPlace } from '../application/refusals.ts';

export function opsPlaceOf({ ip, headers }: FastifyRequest): OpsPlace {
  return { network: networkOf(ip), browser: browserOf(headers['user-agent']) };
}
