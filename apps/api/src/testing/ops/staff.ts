import { IssueOpsKey, type OpsRole } from '../../modules/ops/index.ts';
import { type FormPart, formOf } from '../forms.ts';
import type { TestShop } from '../test-shop.ts';

const by = { keyId: 'test', name: 'test', role: 'owner', requestId: null, address: null } as const;
let count = 0;

/** A key of that role, made the way the command makes them. */
export async function opsKey(shop: TestShop, role: OpsRole, { days = 30 } = {}): Promise<{ id: string; name: string; text: string }> {
  const name = `${role} ${(count += 1)}`;
  const { key, text } = await shop.get(IssueOpsKey).run({ name, role, until: days }, by);
  return { id: key.id, name, text };
}

/** Calls the way Swagger UI does. `body` is sent as JSON. */
export function callOps(
  shop: TestShop,
  key: string | null,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  body?: object,
  remoteAddress = '192.0.2.10',
) {
  return shop.app.inject({
    method,
    url,
    remoteAddress,
    headers: key === null ? {} : { 'x-ops-key': key },
    ...(body !== undefined && { payload: body }),
  });
}

/** The same with files. */
export function sendForm(
  shop: TestShop,
  key: string,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  parts: readonly FormPart[],
) {
  const { headers, payload } = formOf(parts);
  return shop.app.inject({ method, url, headers: { ...headers, 'x-ops-key': key }, payload });
}
