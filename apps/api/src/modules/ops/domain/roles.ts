import { DomainError } from '../../../shared/domain-error.ts';

/** What a key is for. `viewer` reads; `support` helps buyers; `catalogue` keeps products and stock; `owner` may everything. */
export const OPS_ROLES = ['viewer', 'support', 'catalogue', 'owner'] as const;
export type OpsRole = (typeof OPS_ROLES)[number];

/** Who is at work, as the audit log knows them. */
export interface Operator {
  readonly keyId: string;
  readonly name: string;
  readonly role: OpsRole;
  /** Null where no request brought them: a command on the server. */
  readonly requestId: string | null;
  readonly address: string | null;
}

/** `support` and `catalogue` may what `viewer` may, and not what the other may. */
export function mayActAs(role: OpsRole, needed: OpsRole): boolean {
  return role === needed || role === 'owner' || needed === 'viewer';
}

export class RoleMissing extends DomainError {
  readonly kind = 'forbidden';
  constructor(role: OpsRole, needed: OpsRole) {
    super(`This needs an ops key with the role ${needed}; yours has the role ${role}.`);
  }
}
