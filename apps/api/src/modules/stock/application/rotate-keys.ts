import { Injectable } from '@nestjs/common';
import { Clock, Ids, Transaction } from '../../../shared/ports.ts';
import { Audit, type StaffAct } from '../../ops/index.ts';

const BATCH = 500;

export interface Rotation {
  readonly id: string;
  readonly toVersion: number;
  /** Keys to re-encrypt when it started. */
  readonly total: number;
  readonly startedAt: Date;
  readonly startedBy: string;
  readonly finishedAt: Date | null;
}

export interface RotationState {
  /** The version that encrypts. */
  readonly current: number;
  /** How many keys are under each version, and whether this process can open them. */
  readonly versions: readonly { readonly version: number; readonly keys: number; readonly isKnown: boolean }[];
  /** The latest one. */
  readonly rotation: Rotation | null;
  readonly remaining: number;
}

export abstract class KeyRotations {
  abstract state(): Promise<RotationState>;
  /** The running rotation, if any. */
  abstract open(): Promise<Rotation | null>;
  abstract start(rotation: Rotation): Promise<void>;
  /** Re-encrypts at most `most` keys of older versions, and fewer large ones; returns how many. Concurrent calls take other keys. */
  abstract encryptAnew(toVersion: number, most: number): Promise<number>;
  /** Ends it once no key of an older version is left; false while there is one. */
  abstract finish(rotation: Rotation, at: Date): Promise<boolean>;
}

/** Starts the re-encryption of every key with the newest key-encryption key, while the shop is open. Idempotent. */
@Injectable()
export class StartRotation {
  constructor(
    private readonly rotations: KeyRotations,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  run(act: StaffAct): Promise<void> {
    return this.transaction.run(async () => {
      if (await this.rotations.open()) return;
      const { current, remaining, versions } = await this.rotations.state();
      const rotation: Rotation = {
        id: this.ids.next(),
        toVersion: current,
        total: remaining,
        startedAt: this.clock.now(),
        startedBy: act.by.name,
        finishedAt: null,
      };
      await this.rotations.start(rotation);
      await this.audit.record({
        ...act,
        action: 'keys.rotate',
        subject: { type: 'rotation', id: rotation.id },
        before: { versions: versions.map(({ version, keys }) => ({ version, keys })) },
        after: { toVersion: current },
      });
    });
  }
}

/** Continues a rotation in batches, each in its own transaction: a process that dies loses one batch. */
@Injectable()
export class ContinueKeyRotation {
  private isStopping = false;

  constructor(
    private readonly rotations: KeyRotations,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    const rotation = await this.rotations.open();
    if (!rotation) return;
    while ((await this.transaction.run(() => this.rotations.encryptAnew(rotation.toVersion, BATCH))) > 0) if (this.isStopping) return;
    await this.transaction.run(() => this.rotations.finish(rotation, this.clock.now()));
  }

  /** Stops a rotation between two batches; the next worker continues. */
  stop(): void {
    this.isStopping = true;
  }
}
