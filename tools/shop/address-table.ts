import { demoLogin } from '../../apps/api/src/demo/demo-login.ts';
import { dataFolder, shown } from '../shared/paths.ts';
import type { Settings } from './settings.ts';

/** The URLs of the shop, printed after the start. */
export function addressTable(settings: Settings, databaseData: string, hasDemoLogin: boolean): string {
  const { environment, origins } = settings;
  const rows: [string, string][] = [
    ['Storefront', origins.storefront],
    ...apiRows(settings),
    ['Mailbox', settings.hasMailbox ? origins.mailbox : 'off: mail goes to SMTP_URL'],
    ['Payment stand-in', settings.hasPaymentStandIn ? origins.sandbox : 'off: payments go to Stripe'],
    ...(hasDemoLogin ? [['Demo login', `${demoLogin.email}, password ${demoLogin.password}`] as [string, string]] : []),
    ...(environment.OPS_DEVELOPMENT_KEY === undefined ? [] : [['Ops key for /docs', environment.OPS_DEVELOPMENT_KEY] as [string, string]]),
    ['Data', `${shown(dataFolder)} (database: ${databaseData}; logs: ${shown(dataFolder)}/logs)`],
  ];
  return rows.map(([name, value]) => `  ${name.padEnd(20)}${value}`).join('\n');
}

function apiRows({ environment: { OPS_PORT }, origins }: Settings): [string, string][] {
  if (OPS_PORT === undefined) return [['API and Swagger UI', `${origins.api}/docs`]];
  return [
    ['API', origins.api],
    ['Swagger UI', `http://localhost:${OPS_PORT}/docs`],
  ];
}
