import type { Operator } from '../modules/ops/index.ts';

/** The operator of commands in the audit log: a person who may run commands on the server may do everything. */
export function commandOperator(command: string): Operator {
  return { keyId: 'command', name: `command:${command}`, role: 'owner', requestId: null, address: null };
}
