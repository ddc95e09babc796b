import { expect, test } from '@jest/globals';
import { CountingThrottle } from '../../../platform/limits/testing/counting-throttle.ts';
import { FixedClock } from '../../../testing/fakes.ts';
import { CodeMissing, CodeWrong } from '../domain/ops-key.ts';
import { type AuditEntry, Audit } from './ports.ts';
import { OneTimeCodes, type Opening, type OpsFactor, OpsFactors, RequireCode } from './second-factor.ts';

const OFFICE = '203.0.113.7';
const ELSEWHERE = '2001:db8:1:2';
const TEN_MINUTES = 600_000;
const by = { keyId: 'k1', name: 'ada', role: 'owner', requestId: null, address: null } as const;

class OneFactor extends OpsFactors {
  private lastStep = 0;
  private factor: OpsFactor = { secret: 's', opening: null };

  override add(): Promise<void> {
    throw new Error('Keys are made elsewhere.');
  }
  override async find(): Promise<OpsFactor> {
    return this.factor;
  }
  override async open(_keyId: string, step: number, opening: Opening): Promise<boolean> {
    if (step <= this.lastStep) return false;
    this.lastStep = step;
    this.factor = { ...this.factor, opening };
    return true;
  }
  override async encryptAnew(): Promise<number> {
    return 0;
  }
}

/** Each code is the number of its step. */
class CountedCodes extends OneTimeCodes {
  override newSecret(): string {
    return 's';
  }
  override addressOf(): string {
    return 'otpauth:';
  }
  override stepOf(_secret: string, code: string): number | null {
    return Number(code);
  }
}

class RecordedActions extends Audit {
  readonly actions: string[] = [];
  override async record({ action }: AuditEntry): Promise<void> {
    this.actions.push(action);
  }
  override async linesOf(): Promise<never[]> {
    return [];
  }
}

function ownerKey() {
  const clock = new FixedClock();
  const audit = new RecordedActions();
  const require = new RequireCode(new OneFactor(), new CountedCodes(), { isRequired: true }, new CountingThrottle(), audit, clock);
  const call = (network: string, code: string | null = null) => require.run({ id: 'k1', hasFactor: true }, { code, network }, by);
  return { audit, call, clock };
}

test('a code opens the key for the network that sent it, and for no other, for ten minutes', async () => {
  const { audit, call, clock } = ownerKey();
  await call(OFFICE, '1');
  await expect(call(ELSEWHERE)).rejects.toThrow(CodeMissing);
  await expect(call(ELSEWHERE, '1')).rejects.toThrow(CodeWrong);
  expect(audit.actions).toEqual(['access.code', 'access.code-refused']);
  clock.advance(TEN_MINUTES - 1);
  await call(OFFICE);
  clock.advance(1);
  await expect(call(OFFICE)).rejects.toThrow(CodeMissing);
});

test('a code from another network closes what the one before had opened', async () => {
  const { call } = ownerKey();
  await call(OFFICE, '1');
  await call(ELSEWHERE, '2');
  await call(ELSEWHERE);
  await expect(call(OFFICE)).rejects.toThrow(CodeMissing);
});

test('a call without a code is noted from every network but that of the last code, also after its ten minutes', async () => {
  const { call, clock } = ownerKey();
  await expect(call(OFFICE)).rejects.toMatchObject({ isElsewhere: true });
  await call(OFFICE, '1');
  await expect(call(ELSEWHERE)).rejects.toMatchObject({ isElsewhere: true });
  clock.advance(TEN_MINUTES);
  await expect(call(ELSEWHERE)).rejects.toMatchObject({ isElsewhere: true });
  await expect(call(OFFICE)).rejects.toMatchObject({ isElsewhere: false });
});
