import { DomainError } from '../../../shared/domain-error.ts';

/** Roles of keys. `viewer` reads; `support` helps buyers; `catalogue` manages products and stock; `owner` may do everything. */
export const OPS_ROLES = ['viewer', 'support', 'catalogue', 'owner'] as const;
export type OpsRole = (typeof OPS_ROLES)[number];

/** The staff member of a call, for the audit log. */
export interface Operator {
  readonly keyId: string;
  readonly name: string;
  readonly role: OpsRole;
  /** Null for a command on the server. */
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
