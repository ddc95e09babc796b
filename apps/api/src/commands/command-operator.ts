import type { Operator } from '../modules/ops/index.ts';

/** Who is at work in the audit log where a command on the server writes: whoever may run commands there may do everything. */
export function commandOperator(command: string): Operator {
  return { keyId: 'command', name: `command:${command}`, role: 'owner', requestId: null, address: null };
}
