import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { LONGEST_DAYS, OPS_KEY_NAME, type OpsKey } from '../../domain/ops-key.ts';
import { OPS_ROLES, type OpsRole } from '../../domain/roles.ts';
import { OperatorAnswer } from './access-ops.dto.ts';
import { INSTANT_OR_DATE, IsInstant, ReasonField } from '../ops-fields.ts';

const MOST_NETWORKS = 20;
const ROLES = 'A role: viewer, support, catalogue or owner.';
const NETWORKS = 'Allowed addresses and ranges; empty: all';

/** Addresses or ranges; the domain validates them. */
function IsNetworks(): PropertyDecorator {
  const rules = [
    IsArray({ message: 'networks must be a list.' }),
    ArrayMaxSize(MOST_NETWORKS, { message: `At most ${MOST_NETWORKS} networks.` }),
    MaxLength(50, { each: true, message: 'A network is an address or a range.' }),
    IsString({ each: true, message: 'A network is an address or a range.' }),
    IsOptional(),
  ];
  return (target, name) => rules.forEach((rule) => rule(target, name));
}

export class OpsKeyAnswer extends OperatorAnswer {
  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-21T08:00:00.000Z' }) createdAt: string;
  @ApiProperty({ example: 'ada', description: 'Name of the key that made it, or of the command' }) createdBy: string;
  @ApiProperty({ type: String, format: 'date-time', example: '2027-02-19T08:00:00.000Z' }) expiresAt: string;
  @ApiProperty({ type: [String], example: ['203.0.113.0/24'], description: NETWORKS }) networks: string[];
  @ApiProperty({ example: true, description: 'Whether sensitive calls ask for a code of an authenticator app' }) totp: boolean;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null }) revokedAt: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'To the minute', example: '2026-11-21T09:30:00.000Z' })
  lastUsedAt: string | null;
}

export class NewOpsKeyAnswer extends OpsKeyAnswer {
  @ApiProperty({ example: 'keyturn_ops_…', description: 'The key itself, shown this once: the shop stores a hash of it alone' })
  key: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'With `totp`: the `otpauth://` address to enter in an authenticator app, shown this once; it is stored encrypted',
  })
  otpauth: string | null;
}

export class OpsKeyList {
  @ApiProperty({ type: [OpsKeyAnswer] }) items: OpsKeyAnswer[];
}

export class CreateKeyBody {
  @ApiProperty({ maxLength: 60, example: 'grace', description: 'The name of a person or a machine' })
  @Transform(({ value }) => (typeof value === 'string' ? value.trim() : value))
  @Matches(OPS_KEY_NAME, { message: 'The name is up to 60 letters, digits, blanks, dots and dashes.' })
  @IsString({ message: 'The name must be text.' })
  name: string;

  @ApiProperty({ enum: OPS_ROLES, example: 'support' })
  @IsIn(OPS_ROLES, { message: ROLES })
  role: OpsRole;

  @ApiPropertyOptional({
    ...INSTANT_OR_DATE,
    example: '2027-02-19',
    description: `Until when, at most ${LONGEST_DAYS} days from now; a date means until its end. Left out: 90 days`,
  })
  @IsInstant()
  @IsOptional()
  expiresAt?: string;

  @ApiPropertyOptional({ type: [String], maxItems: MOST_NETWORKS, example: [], description: NETWORKS })
  @IsNetworks()
  networks?: string[];

  @ApiPropertyOptional({ example: true, description: 'Whether sensitive calls ask for a code of an authenticator app. Left out: no' })
  @IsBoolean({ message: 'totp must be true or false.' })
  @IsOptional()
  totp?: boolean;

  @ReasonField('Grace joins the team') reason: string;
}

export class LimitKeyBody {
  @ApiPropertyOptional({ enum: OPS_ROLES, example: 'viewer', description: 'Left out: as it is, like the next two' })
  @IsIn(OPS_ROLES, { message: ROLES })
  @IsOptional()
  role?: OpsRole;

  @ApiPropertyOptional({ ...INSTANT_OR_DATE, example: '2026-12-31', description: `At most ${LONGEST_DAYS} days from now` })
  @IsInstant()
  @IsOptional()
  expiresAt?: string;

  @ApiPropertyOptional({ type: [String], maxItems: MOST_NETWORKS, example: ['203.0.113.0/24'], description: NETWORKS })
  @IsNetworks()
  networks?: string[];

  @ReasonField('Works from the office only') reason: string;
}

export class RevokeKeyBody {
  @ReasonField('Ada has left the team') reason: string;
}

export function keyView(key: OpsKey): OpsKeyAnswer {
  return {
    id: key.id,
    name: key.name,
    role: key.role,
    createdAt: key.createdAt.toISOString(),
    createdBy: key.createdBy,
    expiresAt: key.expiresAt.toISOString(),
    networks: [...key.networks],
    totp: key.hasFactor,
    revokedAt: key.revokedAt?.toISOString() ?? null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  };
}
