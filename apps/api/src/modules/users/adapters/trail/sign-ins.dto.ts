import { ApiProperty } from '@nestjs/swagger';
import { AUTH_EVENTS, AUTH_METHODS, type AuthEntry, type AuthEvent, type AuthMethod } from '../../application/auth-trail.ts';

class SignInEntry {
  @ApiProperty({ type: String, format: 'date-time' }) at: string;
  @ApiProperty({
    enum: AUTH_EVENTS,
    description: '`failure`: a wrong password; `link`, `unlink`: of a social login; `session-end`: other sessions, or all, were ended',
  })
  event: AuthEvent;
  @ApiProperty({ enum: AUTH_METHODS, description: 'What it was done by; `staff`: the shop' }) method: AuthMethod;
  @ApiProperty({ example: '203.0.113.7', description: 'An IPv4 address, or the first 64 bits of an IPv6 one; empty for `staff`' })
  network: string;
  @ApiProperty({ type: String, nullable: true, example: 'Firefox 144 on Windows', description: 'As it named itself' })
  browser: string | null;
}

export class SignInList {
  @ApiProperty({ type: [SignInEntry], description: 'Newest first, at most 50' }) items: SignInEntry[];
}

export function signInView({ at, event, method, network, browser }: AuthEntry): SignInEntry {
  return { at: at.toISOString(), event, method, network, browser };
}
