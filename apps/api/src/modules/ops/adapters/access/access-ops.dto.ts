import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { OPS_ROLES, type OpsRole } from '../../domain/roles.ts';
import type { AuditLine } from '../../application/ports.ts';
import { type Refusal, REFUSAL_REASONS, type RefusalReason } from '../../application/refusals.ts';
import { ChoiceField, FilterField, InstantField } from '../ops-fields.ts';
import { OpsPaging } from '../paging.ts';

export class OperatorAnswer {
  @ApiProperty({ example: '01hzx3v9k2m4n6p8q0r2s4t6w8' }) id: string;
  @ApiProperty({ example: 'ada' }) name: string;
  @ApiProperty({ enum: OPS_ROLES, example: 'support' }) role: OpsRole;
}

export class AuditQuery extends OpsPaging {
  @FilterField('Name or id of an ops key, such as `ada`') by?: string;
  @FilterField('An action, or its prefix, such as `orders` or `orders.refund`') action?: string;
  @FilterField('Type of the subject, such as `order` or `product`') subjectType?: string;
  @FilterField('Its id, the number of an order, or the kinguinId of a product') subjectId?: string;
  @InstantField('From this moment on') from?: string;
  @InstantField('Before this moment') to?: string;
}

class AuditBy {
  @ApiProperty({ example: '01hzx3v9k2m4n6p8q0r2s4t6w8' }) keyId: string;
  @ApiProperty({ example: 'ada' }) name: string;
  @ApiProperty({ enum: OPS_ROLES, example: 'support' }) role: string;
}

class AuditSubject {
  @ApiProperty({ example: 'order' }) type: string;
  @ApiProperty({ example: '01hzx3v9k2m4n6p8q0r2s4t6w8' }) id: string;
}

@ApiSchema({ name: 'AuditLine' })
export class AuditLineAnswer implements AuditLine {
  @ApiProperty({ type: 'integer', example: 4711 }) id: number;
  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-21T09:30:00.000Z' }) at: string;
  @ApiProperty({ type: AuditBy }) by: AuditBy;
  @ApiProperty({ example: 'orders.refund' }) action: string;
  @ApiProperty({ type: AuditSubject }) subject: AuditSubject;
  @ApiProperty({ type: Object, nullable: true, description: 'Values before, without secrets', example: { status: 'completed' } })
  before: unknown;
  @ApiProperty({ type: Object, nullable: true, description: 'Values after, without secrets', example: { status: 'refunded' } })
  after: unknown;
  @ApiProperty({ type: String, nullable: true, example: 'The buyer found a better game' }) reason: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'As in `X-Request-Id` and in the logs',
    example: '3f0e9c1a-5b7d-4c57-9d62-0b6f6f3a8d11',
  })
  requestId: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'From where', example: '203.0.113.7' }) address: string | null;
}

export class RefusalQuery extends OpsPaging {
  @FilterField('Name or id of an ops key, such as `ada`') by?: string;
  @ChoiceField(REFUSAL_REASONS, 'Why it was refused') reason?: RefusalReason;
}

class RefusedKey {
  @ApiProperty({ example: '01hzx3v9k2m4n6p8q0r2s4t6w8' }) id: string;
  @ApiProperty({ example: 'ada' }) name: string;
}

@ApiSchema({ name: 'Refusal' })
export class RefusalAnswer {
  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-21T09:30:00.000Z' }) at: string;
  @ApiProperty({
    enum: REFUSAL_REASONS,
    example: 'elsewhere',
    description:
      '`elsewhere`: outside of the networks of the key; `wrong-code`: of its authenticator app, or used before; `no-code`: a sensitive call without one, from another network than that of the last code',
  })
  reason: RefusalReason;
  @ApiProperty({ type: RefusedKey, nullable: true, description: 'Null for a key that is not known' }) key: RefusedKey | null;
  @ApiProperty({ example: '203.0.113.7', description: 'An IPv4 address, or the first 64 bits of an IPv6 one' }) network: string;
  @ApiProperty({ type: String, nullable: true, example: 'Firefox 144 on Windows', description: 'As it named itself; null for a machine' })
  browser: string | null;
}

export function refusalView({ at, reason, key, network, browser }: Refusal): RefusalAnswer {
  return { at: at.toISOString(), reason, key, network, browser };
}
