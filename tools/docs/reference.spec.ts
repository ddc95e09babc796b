import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { OPS_ROLES } from '../../apps/api/src/modules/ops/domain/roles.ts';
import { OrderState } from '../../apps/api/src/modules/orders/domain/order-state.ts';
import { isStep, ORDER_STATUSES } from '../../apps/api/src/modules/orders/domain/order-status.ts';
import { SECRETS } from '../../apps/api/src/platform/config/secret-files.ts';
import { root } from '../shared/paths.ts';
import { rowsOf, textOf } from './markdown.ts';

const files = readdirSync(join(root, 'apps/api/src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !/\.(?:spec|cases|contract|prove)\.ts$/.test(path) && !path.startsWith('testing/'))
  .map((path) => textOf(join('apps/api/src', path)));
const code = files.join('\n');
type Operations = Record<string, { description?: string; responses: object }>;
const callsOf = (name: string) =>
  Object.entries((JSON.parse(textOf(`openapi/${name}.json`)) as { paths: Record<string, Operations> }).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path}`, ...operation })),
  );

test('the settings page has every variable of .env.example, with its default', () => {
  const variables = [...textOf('.env.example').matchAll(/^(#?)([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, off, name, value = '']) => [
    name,
    off || value === '' ? 'unset' : value.replaceAll('"', ''),
  ]);
  const documented = rowsOf('docs/reference/settings.md').filter(([name = '']) => /^[A-Z0-9_]+$/.test(name));
  expect(variables.length).toBeGreaterThan(60);
  expect(documented.map(([name, value]) => [name, value])).toEqual(variables);
});

test('the settings page names every secret that can be a file', () => {
  const [, list = ''] = textOf('docs/reference/settings.md').split('## Secrets in files\n');
  expect([...list.matchAll(/`([A-Z0-9_]+)`(?:, |\.$)/gm)].map(([, name]) => name)).toEqual(SECRETS);
});

test('the diagram of an order has the transitions of the code, and the table its states', () => {
  const page = 'docs/reference/orders.md';
  const drawn = [...textOf(page).matchAll(/^ {2}(\w+) --> (\w+)$/gm)].map(([, from, to]) => `${from} ${to}`);
  const isAllowed = (from: (typeof ORDER_STATUSES)[number], to: (typeof ORDER_STATUSES)[number]) => {
    try {
      return isStep(from, to);
    } catch {
      return false;
    }
  };
  const allowed = ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.filter((to) => isAllowed(from, to)).map((to) => `${from} ${to}`));
  expect(drawn.toSorted()).toEqual(allowed.toSorted());
  const states = rowsOf(page).flatMap(([state, , calls]) => (calls === undefined ? [state] : []));
  expect(states.slice(1).toSorted()).toEqual([...ORDER_STATUSES].toSorted());
});

test('the calls of staff on an order are named with the states in which the code allows a refund and shows keys', () => {
  const rows = rowsOf('docs/reference/orders.md').filter((row) => row.length === 3);
  const documented = (call: string) => {
    const [, , states = ''] = rows.find(([name = '']) => name.includes(call)) ?? [];
    return ORDER_STATUSES.filter((status) => new RegExp(`\\b${status}\\b`).test(states));
  };
  const allowed = (is: (order: OrderState) => boolean) =>
    ORDER_STATUSES.filter((status) => is(Object.assign(Object.create(OrderState.prototype) as OrderState, { status, paidAt: new Date() })));
  expect(documented('/refund` with `everything')).toEqual(allowed((order) => order.isRefundable('whole')));
  for (const call of ['/refund` with items', '/send-again', '/replace'])
    expect(documented(call)).toEqual(allowed((order) => order.isRefundable('part') && order.showsKeys()));
});

test('the metrics page has every metric that the code registers', () => {
  const registered = new Set([...code.matchAll(/'(keyturn_[a-z_]+)'/g)].map(([, name]) => name));
  const documented = rowsOf('docs/reference/metrics.md').flatMap(([name = '']) => (name.startsWith('keyturn_') ? [name] : []));
  expect(documented.toSorted()).toEqual([...registered].toSorted());
});

test('the page of jobs has every recurring task with its interval, and every job of the outbox', () => {
  const seconds = (everyMs = '') => `${Number(everyMs.replaceAll('_', '')) / 1000} s`;
  const tasks = [...code.matchAll(/name: '([a-z-]+)',\s*everyMs: ([\d_]+)/g)].map(([, name, every]) => `${name} ${seconds(every)}`);
  const rows = rowsOf('docs/reference/jobs.md');
  const documented = rows.filter(([, every = '']) => /^\d+ s$/.test(every)).map(([name, every]) => `${name} ${every}`);
  expect(documented.toSorted()).toEqual(tasks.toSorted());
  const jobs = new Set([...code.matchAll(/queue: '([a-z]+)',\s*job: '([a-z-]+)'/g)].map(([, queue, job]) => `${queue} ${job}`));
  const named = rows.filter(([queue = '']) => ['payments', 'delivery', 'upkeep'].includes(queue)).map(([queue, job]) => `${queue} ${job}`);
  expect(named.toSorted()).toEqual([...jobs].toSorted());
});

test('the page of mails has every kind of mail', () => {
  const [, kinds = ''] = /MAIL_KINDS = \[([^\]]+)\]/.exec(textOf('apps/api/src/shared/ports.ts')) ?? [];
  const rows = rowsOf('docs/reference/mails.md').slice(1);
  expect(rows.map(([kind]) => kind)).toEqual([...kinds.matchAll(/'([a-z-]+)'/g)].map(([, kind]) => kind));
});

test('the page of audit actions has every action that the code records', () => {
  const recording = files.filter((text) => text.includes('udit.record('));
  const recorded = new Set(recording.flatMap((text) => [...text.matchAll(/'([a-z]+\.(?!csv)[a-z-]+)'/g)].map(([, action]) => action)));
  const rows = rowsOf('docs/reference/audit-actions.md').slice(1);
  expect(rows.map(([action]) => action).toSorted()).toEqual([...recorded].toSorted());
});

test('the table of alerts has every rule of Prometheus in its order, its metrics and its severity', () => {
  const { groups } = parse(textOf('ops/prometheus-alerts.yml')) as {
    groups: { rules: { alert: string; expr: string; labels: { severity: string } }[] }[];
  };
  const metrics = (text: string) => [...new Set(text.match(/keyturn_[a-z_]+?(?=_bucket|_count|\W)/g))].toSorted();
  const rules = groups.flatMap(({ rules }) => rules).map(({ alert, expr, labels }) => [alert, labels.severity, metrics(`${expr} `)]);
  const rows = rowsOf('docs/reference/metrics.md').filter(([name = '']) => name.startsWith('['));
  expect(rows.map(([name = '', when = '', severity]) => [/\w+/.exec(name)?.[0], severity, metrics(when)])).toEqual(rules);
});

test('the page of roles has the roles of the code, and the role of each staff call', () => {
  const rows = rowsOf('docs/reference/roles.md');
  expect(rows.slice(1, 1 + OPS_ROLES.length).map(([role]) => role)).toEqual(OPS_ROLES);
  const roles = callsOf('ops').map(({ call, description = '' }) => `${call}: ${/Role: `?(\w+)`?/.exec(description)?.[1]}`);
  const documented = rows.filter(([call = '']) => call.includes(' /ops/')).map(([call, role]) => `${call}: ${role}`);
  expect(documented.toSorted()).toEqual(roles.toSorted());
});

test('the page of errors has every status that the API describes, and every kind of error', () => {
  const described = new Set(['openapi', 'ops'].flatMap(callsOf).flatMap(({ responses }) => Object.keys(responses)));
  const rows = rowsOf('docs/reference/errors.md').filter(([status = '']) => /^\d+$/.test(status));
  // A defect is no described answer.
  expect(rows.map(([status]) => status).filter((status) => status !== '500')).toEqual([...described].toSorted());
  const [, kinds = ''] = /type ErrorKind = ([^;]+);/.exec(textOf('apps/api/src/shared/domain-error.ts')) ?? [];
  expect(rows.flatMap(([, kind]) => kind || []).toSorted()).toEqual([...kinds.matchAll(/'([a-z-]+)'/g)].map(([, kind]) => kind).toSorted());
});
