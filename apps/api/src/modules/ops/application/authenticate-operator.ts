import { Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/ports.ts';
import { assertUsable, type OpsKey, OpsKeyElsewhere } from '../domain/ops-key.ts';
import { Networks } from './networks.ts';
import { OpsKeys } from './ports.ts';

const NOTE_USE_EVERY_MS = 60_000;

@Injectable()
export class AuthenticateOperator {
  constructor(
    private readonly keys: OpsKeys,
    private readonly clock: Clock,
    private readonly networks: Networks,
  ) {}

  /**
   * The key of `text`, null if unknown; `address`: of the caller. Records the use, once a minute at most. @throws OpsKeyRevoked,
   * OpsKeyExpired, OpsKeyElsewhere
   */
  async run(text: string, address: string): Promise<OpsKey | null> {
    const key = await this.keys.prove(text);
    if (key === null) return null;
    const at = this.clock.now();
    assertUsable(key, at);
    if (key.networks.length > 0 && !this.networks.hold(key.networks, address)) throw new OpsKeyElsewhere(key.id, address);
    if (key.lastUsedAt === null || at.getTime() - key.lastUsedAt.getTime() >= NOTE_USE_EVERY_MS) await this.keys.noteUse(key.id, at);
    return key;
  }
}
