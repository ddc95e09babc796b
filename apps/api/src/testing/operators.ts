import type { OpsRole } from '../modules/ops/index.ts';
import { type FormPart, formOf } from './forms.ts';
import { opsKey } from './ops/staff.ts';
import type { TestShop } from './test-shop.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface OpsAnswer {
  readonly status: number;
  readonly text: string;
  json<T>(): T;
}

/** Every call that changes something says why. Calls of tests that are not about that get a reason here; one of their own stays. */
function withReason(method: Method, url: string, payload?: object): { url: string; payload?: object } {
  if (method === 'DELETE') return { url: inAddress(url) };
  return { url, payload: { reason: 'a test', ...payload } };
}

const inAddress = (url: string) => (/[?&]reason=/.test(url) ? url : `${url}${url.includes('?') ? '&' : '?'}reason=a+test`);

/** A staff member with a key of this role. */
export async function operator(shop: TestShop, role: OpsRole) {
  const { text: key } = await opsKey(shop, role, { days: 3650 });
  const call = async (method: Method, url: string, payload?: object): Promise<OpsAnswer> => {
    const said = method === 'GET' ? { url, payload } : withReason(method, url, payload);
    const answer = await shop.app.inject({
      method,
      headers: { 'x-ops-key': key },
      url: said.url,
      ...(said.payload && { payload: said.payload }),
    });
    return { status: answer.statusCode, text: answer.body, json: () => answer.json() };
  };
  const upload = async (url: string, parts: readonly FormPart[], method: Method = 'POST') => {
    const { headers, payload } = formOf(parts);
    const answer = await shop.app.inject({ method, url: inAddress(url), headers: { ...headers, 'x-ops-key': key }, payload });
    return { status: answer.statusCode, text: answer.body, json: <T>() => answer.json() as T } satisfies OpsAnswer;
  };
  return { key, call, upload };
}

/** What the audit log holds about an action, oldest first. */
export async function audited(shop: TestShop, action: string) {
  const { rows } = await shop.database.query<{
    subject_id: string;
    before: unknown;
    after: unknown;
    reason: string | null;
    key_name: string;
  }>('select subject_id, before, after, reason, key_name from audit_line where action = $1 order by id', [action]);
  return rows;
}
