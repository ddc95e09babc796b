import formbody from '@fastify/formbody';
import fastify, { type FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import type { SandboxConfig } from './config.ts';
import { controlRoutes } from './control/routes.ts';
import { parseForm } from './http/form.ts';
import { commonRoutes } from './http/pages.ts';
import { readUploads } from './http/uploads.ts';
import { oauthRoutes } from './identity/oauth-routes.ts';
import { steamRoutes } from './identity/steam-routes.ts';
import { mailboxRoutes } from './mailbox/routes.ts';
import { smtpServer } from './mailbox/smtp.ts';
import { overviewRoutes } from './pages/overview-routes.ts';
import { payRoutes } from './pages/pay-routes.ts';
import { Scheduler } from './scheduler.ts';
import { Mails } from './store/mails.ts';
import { stripeApi } from './stripe/api.ts';
import { openStripeState } from './stripe-state.ts';
import { codesWholesaleRoutes } from './suppliers/codeswholesale-routes.ts';
import { supplierControls } from './suppliers/control-routes.ts';
import { fillFirstCatalogue } from './suppliers/first-catalogue.ts';
import { kinguinRoutes } from './suppliers/kinguin-routes.ts';
import { pictureRoutes } from './suppliers/picture-routes.ts';

const LARGEST_BODY = 1024 * 1024;

/** A port that somebody else has, or that may not be taken. */
export class PortUnavailable extends Error {}

export interface Sandbox {
  /** Origin of the Stripe API, the payment page, suppliers and the sites that vouch for people; empty when all of them are off. */
  readonly stripeOrigin: string;
  /** Empty when that half is off. */
  readonly mailboxOrigin: string;
  /** 0 when the mailbox is off. */
  readonly smtpPort: number;
  /** Stops everything; pending work continues after the next start. */
  close(): Promise<void>;
}

/** @throws PortUnavailable with a sentence that names the port and its variable */
export async function startSandbox(config: SandboxConfig): Promise<Sandbox> {
  const state = openStripeState(config);
  if (config.hasSuppliers && config.supplierCatalogue !== null) fillFirstCatalogue(state.suppliers, config.supplierCatalogue);
  const scheduler = new Scheduler(state);
  const mails = new Mails(state.database);
  const wake = () => scheduler.wake();
  const hasSites = config.hasStripe || config.hasIdentities || config.hasSuppliers;
  let origin = '';

  const stripe = await server();
  commonRoutes(stripe);
  const stripeRoutes = async (api: FastifyInstance) => {
    // Stripe takes forms only, and says so; files come in forms of their own.
    api.removeAllContentTypeParsers();
    await api.register(formbody, { parser: parseForm });
    readUploads(api);
    await stripeApi(api, { state, origin: () => origin, wake });
  };
  if (config.hasStripe) await stripe.register(stripeRoutes, { prefix: '/v1' });
  await stripe.register(async (pages) => {
    await pages.register(formbody, { parser: parseForm });
    if (config.hasStripe) {
      await pages.register(payRoutes, { state, wake });
      await pages.register(controlRoutes, { state, wake });
      await pages.register(overviewRoutes, { state });
    }
    if (config.hasIdentities) {
      for (const site of ['google', 'facebook'] as const) await pages.register(oauthRoutes, { site });
      await pages.register(steamRoutes, { origin: () => origin });
    }
    if (config.hasSuppliers) {
      await pages.register(supplierControls, { state });
      await pages.register(kinguinRoutes, { state, prefix: '/suppliers/kinguin' });
      await pages.register(codesWholesaleRoutes, { state, prefix: '/suppliers/codeswholesale' });
      await pages.register(pictureRoutes, { prefix: '/suppliers/pictures' });
    }
  });

  const mailbox = await server();
  await mailbox.register(formbody, { parser: parseForm });
  await mailbox.register(mailboxRoutes, { mails, settings: state.settings });
  const smtp = smtpServer({ mails, settings: state.settings });

  const close = async () => {
    await scheduler.stop();
    state.supplierWebhooks.close();
    await Promise.all([
      stripe.close(),
      mailbox.close(),
      new Promise<void>((resolve) => (smtp.server.listening ? smtp.close(resolve) : resolve())),
    ]);
    state.database.close();
  };
  try {
    if (hasSites) await listen('SANDBOX_PORT', config.stripePort, (port) => stripe.listen({ port, host: config.host }));
    if (config.hasMailbox) {
      await listen('MAILBOX_PORT', config.mailboxPort, (port) => mailbox.listen({ port, host: config.host }));
      await listen('SMTP_PORT', config.smtpPort, (port) => listenSmtp(smtp, port, config.host));
    }
  } catch (error) {
    await close();
    throw error;
  }
  if (hasSites) {
    origin = config.stripeOrigin ?? `http://localhost:${portOf(stripe)}`;
    if (config.hasStripe) scheduler.wake();
  }
  return {
    stripeOrigin: hasSites ? origin : '',
    mailboxOrigin: config.hasMailbox ? `http://localhost:${portOf(mailbox)}` : '',
    smtpPort: config.hasMailbox ? (smtp.server.address() as AddressInfo).port : 0,
    close,
  };
}

async function server(): Promise<FastifyInstance> {
  return fastify({
    bodyLimit: LARGEST_BODY,
    forceCloseConnections: true,
    routerOptions: { querystringParser: parseForm, maxParamLength: 255 },
  });
}

async function listen(variable: string, port: number, start: (port: number) => Promise<unknown>): Promise<void> {
  try {
    await start(port);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new PortUnavailable(`Port ${port} is taken: end what uses it, or set ${variable} to another port.`);
    if (code === 'EACCES') throw new PortUnavailable(`Port ${port} may not be taken by this user: set ${variable} to another port.`);
    throw error;
  }
}

function listenSmtp(smtp: ReturnType<typeof smtpServer>, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    smtp.server.once('error', reject);
    smtp.listen(port, host, () => {
      smtp.server.off('error', reject);
      resolve();
    });
  });
}

function portOf(app: FastifyInstance): number {
  return (app.server.address() as AddressInfo).port;
}
