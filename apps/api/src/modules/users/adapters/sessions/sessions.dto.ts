import { ApiProperty } from '@nestjs/swagger';
import { type LinkedLogin, type Provider, PROVIDERS } from '../../application/ports.ts';
import type { Session } from '../../application/sessions.ts';
import { CurrentPasswordField } from '../fields.ts';

class SessionEntry {
  @ApiProperty() id: string;
  @ApiProperty({ type: String, nullable: true, example: 'Firefox 144 on Windows', description: 'As it named itself' })
  browser: string | null;
  @ApiProperty({
    example: '203.0.113.7',
    description: 'Where it was last seen from: an IPv4 address, or the first 64 bits of an IPv6 one',
  })
  network: string;
  @ApiProperty({ type: String, format: 'date-time', description: 'When it logged in' }) since: string;
  @ApiProperty({ type: String, format: 'date-time', description: 'To five minutes' }) lastSeen: string;
  @ApiProperty({ description: 'Whether it is the one that asks' }) isCurrent: boolean;
}

export class SessionList {
  @ApiProperty({ type: [SessionEntry], description: 'Last seen first' }) items: SessionEntry[];
}

class LinkedSite {
  @ApiProperty({ enum: PROVIDERS }) provider: Provider;
  @ApiProperty({ type: String, format: 'date-time' }) linkedAt: string;
}

export class SocialLoginList {
  @ApiProperty({ type: [LinkedSite], description: 'Oldest first' }) items: LinkedSite[];
}

export class UnlinkRequest {
  @CurrentPasswordField() currentPassword?: string;
}

export function sessionView({ id, browser, network, startedAt, seenAt }: Session, current: string): SessionEntry {
  return { id, browser, network, since: startedAt.toISOString(), lastSeen: seenAt.toISOString(), isCurrent: id === current };
}

export function linkedView({ provider, linkedAt }: LinkedLogin): LinkedSite {
  return { provider, linkedAt: linkedAt.toISOString() };
}
