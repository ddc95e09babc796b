import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { PaymentProvider } from '../../modules/payments/application/ports.ts';
import { InMemoryPaymentProvider } from '../../modules/payments/testing/in-memory-payments.ts';
import { Mailer } from '../../shared/ports.ts';
import { RecordingMailer } from '../../testing/fakes.ts';
import { addProducts } from '../../testing/products.ts';
import { buy } from '../../testing/sales.ts';
import { type TestShop, testShop } from '../../testing/test-shop.ts';
import { MetricsPage } from './metrics-page.ts';
import { Metrics } from './metrics.ts';

const fileOf = (name: string) => readFileSync(new URL(`../../../../../ops/${name}`, import.meta.url), 'utf8');

export function dashboard(): void {
  interface Panel {
    readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
  }

  const provider = new InMemoryPaymentProvider();
  const { panels } = JSON.parse(fileOf('grafana-dashboard.json')) as { panels: Panel[] };
  const targets = panels.flatMap((panel) => panel.targets);
  const { groups } = parse(fileOf('prometheus-alerts.yml')) as { groups: { rules: { alert: string; expr: string }[] }[] };
  const alerts = groups.flatMap(({ rules }) => rules);
  let shop: TestShop;
  let figures: string;

  beforeAll(async () => {
    const fakes = [
      { provide: PaymentProvider, useValue: provider },
      { provide: Mailer, useValue: new RecordingMailer() },
    ];
    shop = await testShop({ fakes });
    await addProducts(shop, [{ kinguinId: 1, keys: 2 }]);
    await buy(shop, provider);
    shop.get(Metrics).worked({ queue: 'upkeep', job: 'release-lapsed', isDone: true, seconds: 1 });
    shop.get(Metrics).refused('limit');
    figures = await shop.get(MetricsPage).text();
  });
  afterAll(() => shop?.close());

  test('the dashboard and the alerts use metrics that exist, and the dashboard every metric of the shop', () => {
    const known = new Set(
      [...figures.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name = '', kind]) =>
        kind === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    );
    const asked = (text: string) => [...text.matchAll(/\b(?:keyturn|nodejs|process)_\w+/g)].map(([name]) => name);
    const shown = asked(targets.map(({ expr }) => expr).join(' '));
    const alerted = asked(alerts.map(({ expr }) => expr).join(' '));
    expect(shown.length).toBeGreaterThan(15);
    expect(alerted.length).toBeGreaterThan(6);
    expect([...shown, ...alerted].filter((name) => !known.has(name))).toEqual([]);
    const own = new Set([...known].filter((name) => name.startsWith('keyturn_')).map((name) => name.replace(/_(bucket|count|sum)$/, '')));
    expect([...own].filter((name) => !shown.some((used) => used.startsWith(name)))).toEqual([]);
  });

  test('what the dashboard groups and names its lines by are labels of these very figures, and none that Prometheus writes over', () => {
    const labelsOf = (figure: string) =>
      [...(new RegExp(`^${figure}\\{(.+)\\}`, 'm').exec(figures)?.[1] ?? '').matchAll(/(\w+)="/g)].map(([, label = '']) => label);
    expect([...figures.matchAll(/[{,](job|instance)="/g)]).toEqual([]);
    for (const { expr, legendFormat } of targets) {
      const [figure = ''] = /\b(?:keyturn|nodejs|process)_\w+/.exec(expr) ?? [];
      const grouped = / by \(([^)]*)\)/.exec(expr)?.[1]?.split(', ') ?? null;
      const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
      const given = new Set([...labelsOf(figure), 'instance']);
      const groupLabels = /\b(?:sum|min|max)\b/.test(expr) ? new Set(grouped) : given;
      expect({ expr, missing: (grouped ?? []).filter((label) => !given.has(label)) }).toEqual({ expr, missing: [] });
      expect({ expr, unnamed: named.filter((label) => !groupLabels.has(label)) }).toEqual({ expr, unnamed: [] });
    }
    expect(targets.filter(({ legendFormat }) => legendFormat.includes('{{')).length).toBeGreaterThan(8);
  });

  test('the manual describes every alert, and none that does not exist', () => {
    const manual = readFileSync(new URL('../../../../../docs/how-to/operators/respond-to-alerts.md', import.meta.url), 'utf8');
    const documented = [...manual.matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
    expect(documented).toEqual(alerts.map(({ alert }) => alert));
  });
}
