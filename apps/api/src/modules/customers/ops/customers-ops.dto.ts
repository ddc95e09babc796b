import { currencyCode, toMajor } from '@keyturn/shop-rules';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional, Matches } from 'class-validator';
import { type StaffNote, OpsNote, opsNoteView } from '../../notes/index.ts';
import { FilterField, OpsPaging, ReasonField } from '../../ops/index.ts';
import type { StaffOrder } from '../../orders/index.ts';
import {
  type AccountSummary,
  type SeenAccount,
  AUTH_EVENTS,
  AUTH_METHODS,
  type AuthEntry,
  type AuthEvent,
  type AuthMethod,
} from '../../users/index.ts';

export const A_CUSTOMER = '01hzx3v9k2m4n6p8q0r2s4t6w8';
const A_MOMENT = '2026-11-21T08:00:00.000Z';

export class CustomersQuery extends OpsPaging {
  // The index is of trigrams: a shorter text would scan all accounts.
  @Matches(/^(?:|.{3,})$/su, { message: 'Please search for at least three characters.' })
  @FilterField('Three characters or more of the address or the name, in any case, such as `ada@` or `ada love`; or the whole id')
  q?: string;
}

export class CustomerActionBody {
  @ReasonField('The customer called and named the last order') reason: string;
}

export class CloseCustomerBody extends CustomerActionBody {
  @ApiPropertyOptional({ example: false, description: 'The account is to be closed for good' })
  @IsBoolean({ message: 'It must be true or false.' })
  @IsOptional()
  confirm?: boolean;
}

export class OpsCustomerItem {
  @ApiProperty({ example: A_CUSTOMER }) id: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'ada@example.com',
    description: 'Null for a social login without a verified address, and for a closed account',
  })
  email: string | null;
  @ApiProperty({ example: 'Ada', description: 'First name' }) username: string;
  @ApiProperty({ example: 'Lovelace' }) lastname: string;
  @ApiProperty({ example: true }) isEmailVerified: boolean;
  @ApiProperty({ type: String, format: 'date-time', example: A_MOMENT }) createdAt: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null }) closedAt: string | null;
}

class OpsCustomerLock {
  @ApiProperty({
    type: 'integer',
    example: 4,
    description: 'Login attempts since the last successful one, in 15 minutes, including those stopped by a captcha',
  })
  failedLogins: number;
  @ApiProperty({
    example: true,
    description: 'The next login needs a captcha, from any network. A network that tried many accounts needs one anyway',
  })
  isCaptchaNeeded: boolean;
  @ApiProperty({ example: false, description: 'The password cannot be changed: too many wrong current ones' })
  isPasswordChangeLocked: boolean;
  @ApiProperty({ type: 'integer', example: 540, description: 'Seconds until the lock ends' }) endsInSeconds: number;
}

class OpsCustomerOrder {
  @ApiProperty({ example: A_CUSTOMER }) id: string;
  @ApiProperty({ example: 'K123456789' }) number: string;
  @ApiProperty({ example: 'completed', description: 'As in `GET /ops/orders`' }) status: string;
  @ApiProperty({ example: 39.98 }) total: number;
  @ApiProperty({ example: 'EUR' }) currency: string;
  @ApiProperty({ type: String, format: 'date-time', example: A_MOMENT }) createdAt: string;
  @ApiProperty({
    example: true,
    description: 'False: placed with the address without login, and not shown in the account while the address is unverified',
  })
  isOfAccount: boolean;
}

class OpsSignIn {
  @ApiProperty({ type: String, format: 'date-time', example: A_MOMENT }) at: string;
  @ApiProperty({ enum: AUTH_EVENTS, example: 'login' }) event: AuthEvent;
  @ApiProperty({ enum: AUTH_METHODS, example: 'password' }) method: AuthMethod;
  @ApiProperty({ example: true, description: 'False: a wrong password' }) isSuccess: boolean;
  @ApiProperty({ example: '203.0.113.7', description: 'An IPv4 address, or the first 64 bits of an IPv6 one; empty for `staff`' })
  network: string;
  @ApiProperty({ type: String, nullable: true, example: 'Firefox 144 on Windows', description: 'As it named itself' })
  browser: string | null;
}

export class OpsCustomer extends OpsCustomerItem {
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: A_MOMENT }) emailVerifiedAt: string | null;
  @ApiProperty({ type: String, format: 'date-time', example: A_MOMENT, description: 'Last change of names, address, password or sessions' })
  updatedAt: string;
  @ApiProperty({ example: true, description: 'False: social login only' }) hasPassword: boolean;
  @ApiProperty({ type: [String], example: ['google'], description: 'Its social login providers' }) providers: string[];
  @ApiProperty({ type: OpsCustomerLock }) lock: OpsCustomerLock;
  @ApiProperty({ type: 'integer', example: 1, description: 'Of all times; `orders` has the latest 50' }) orderCount: number;
  @ApiProperty({ type: [OpsCustomerOrder], description: 'Newest first, unpaid ones included; of the account, or placed with its address' })
  orders: OpsCustomerOrder[];
  @ApiProperty({
    type: [OpsSignIn],
    description: 'Logins and what concerns them, newest first, at most 50; kept for `KEEP_AUTH_TRAIL_DAYS`',
  })
  signIns: OpsSignIn[];
  @ApiProperty({ type: [OpsNote], description: 'Newest first, at most 100' }) notes: OpsNote[];
}

export function customerItem({ createdAt, closedAt, id, email, username, lastname, isEmailVerified }: AccountSummary): OpsCustomerItem {
  return {
    id,
    email,
    username,
    lastname,
    isEmailVerified,
    createdAt: createdAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
  };
}

/** @param orders newest first; `total`: how many there are in all */
export function customerView(
  { account, lock, signIns }: SeenAccount,
  { orders, total }: { orders: readonly StaffOrder[]; total: number },
  notes: readonly StaffNote[],
): OpsCustomer {
  return {
    ...customerItem(account),
    emailVerifiedAt: account.emailVerifiedAt?.toISOString() ?? null,
    updatedAt: account.updatedAt.toISOString(),
    hasPassword: account.hasPassword,
    providers: [...account.providers],
    lock: { ...lock },
    orderCount: total,
    orders: orders.map(({ id, number, status, totalMinor, currency, createdAt, userId }) => ({
      id,
      number,
      status,
      total: toMajor(totalMinor),
      currency: currencyCode(currency),
      createdAt: createdAt.toISOString(),
      isOfAccount: userId === account.id,
    })),
    signIns: signIns.map(signInView),
    notes: notes.map(opsNoteView),
  };
}

function signInView({ at, event, method, network, browser }: AuthEntry): OpsSignIn {
  return { at: at.toISOString(), event, method, isSuccess: event !== 'failure', network, browser };
}
