import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PaymentEvents, PaymentProvider } from '../../modules/payments/application/ports.ts';
import type { InMemoryPaymentProvider } from '../../modules/payments/testing/in-memory-payments.ts';
import { openApiDocument } from '../../platform/http/openapi/openapi.ts';
import { JsonLogger } from '../../platform/logging/json-logger.ts';
import { Transaction } from '../../shared/ports.ts';
import { safeError } from '../../platform/logging/safe-error.ts';
import { SendMail } from '../../platform/mail/sending/send-mail.ts';
import { openShop } from '../bad-input/valid-calls.ts';
import { operationsOf } from '../bad-input/schema.ts';
import { captchaCookie } from '../captcha.ts';
import { type FormPart, formOf } from '../forms.ts';
import { addProducts } from '../products.ts';
import { buy } from '../sales.ts';
import type { TestShop } from '../test-shop.ts';
import { addSubscriber } from './valid-people-writes.ts';
import { disputed } from './valid-dispute-writes.ts';
import { validWrites } from './valid-writes.ts';
import { callOps, opsKey, sendForm } from './staff.ts';

/** Part of each canary key, so that it is found in any text. */
const KEY = 'CANARY-KEY';
/** Personal data of buyers and visitors; of addresses the part before the @, as that is escaped in a query. */
const PEOPLE = ['canary-buyer', 'canary-writer', 'canary-reader', 'Canaryname', 'canary message'];
/** Calls under these carry keys or addresses of people: each must be walked. */
const PRIVATE = /^\/ops\/(?:keys|orders|customers|contact|newsletter|payments|queue|audit)(?:\/|$)/;
const [BUYER, WRITER] = ['canary-buyer@example.com', 'canary-writer@example.com'] as const;
const reason = 'the walk over private calls';

const logged: string[] = [];

interface Sent {
  readonly id: string;
  readonly status: number;
  readonly text: string;
}
interface Input {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly form?: readonly FormPart[];
}

export function opsCanary(): void {
  const logger = new JsonLogger('debug', { write: (line) => void logged.push(line) });
  let shop: TestShop;
  let owner: string;

  beforeAll(async () => {
    shop = await openShop();
    shop.app.useLogger(logger);
    await addProducts(shop, [{ kinguinId: 47 }]);
    owner = (await opsKey(shop, 'owner')).text;
  });
  afterAll(() => shop.close());

  const one = async (statement: string) => String((await shop.database.query<{ value: string }>(statement)).rows[0]?.value ?? 'none');
  const order = () => buy(shop, shop.get(PaymentProvider) as InMemoryPaymentProvider, { kinguinId: 47, email: BUYER });
  const keyThatIs = (state: string) => one(`select id as value from stock_key where state = '${state}' order by id limit 1`);
  const message = () => one('select id as value from contact_message order by id desc limit 1');
  const secretsIn = (text: string) => [KEY, ...PEOPLE, owner].filter((secret) => text.includes(secret));
  const leaks = () => logged.filter((line) => secretsIn(line).length > 0);
  let count = 0;
  const reader = () => addSubscriber(shop, 'confirmed', `canary-reader-${(count += 1)}@example.com`);

  async function write(): Promise<void> {
    const { headers, payload } = formOf([
      ['fullName', 'Canaryname'],
      ['email', WRITER],
      ['message', 'canary message'],
      ['file', 'plain words', 'words.txt'],
    ]);
    const cookie = await captchaCookie(shop);
    await shop.app.inject({ method: 'POST', url: '/contact/contacts', headers: { ...headers, cookie }, payload });
  }

  /** An event of the provider about the order, which names its buyer. */
  async function event(orderId: string): Promise<string> {
    const id = `evt_${(count += 1)}`;
    const about = { id, type: 'charge.dispute.created', sessionId: null, intentId: `intent-session-${orderId}`, isAboutRefunds: false };
    const payload = { billing_details: { email: BUYER, name: 'Canaryname' } };
    await shop
      .get(Transaction)
      .run(() => shop.get(PaymentEvents).add({ ...about, signal: { kind: 'dispute', reason: 'fraudulent' }, payload }, 'stripe'));
    return id;
  }

  /** A mail to the buyer that nobody got. */
  async function deadLetter(orderId: string): Promise<string> {
    const id = `dead-${(count += 1)}`;
    await shop.database.query(
      `insert into letter (id, about, kind, state, reason, created_at, closed_at) values ($1, $2, 'keys', 'dead', 'mailbox full', $3, $3)`,
      [id, orderId, shop.clock.now()],
    );
    return id;
  }

  /** Each call that carries a key or an address, those that are refused included. Answers what came back. */
  async function everyPrivateCall(ids: Awaited<ReturnType<typeof somethingOfEach>>): Promise<Sent[]> {
    const operations = new Map(operationsOf(openApiDocument(shop.app, 'ops')).map((operation) => [operation.id, operation]));
    const sent: Sent[] = [];
    const call = async (id: string, { path = {}, query, body, form }: Input = {}) => {
      const operation = operations.get(id);
      if (operation === undefined) throw new Error(`There is no ops call ${id}.`);
      const { method } = operation;
      const address = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(path[name] ?? 'nothing'));
      const url = query === undefined ? address : `${address}?${new URLSearchParams(query).toString()}`;
      const answer = form ? sendForm(shop, owner, method, url, form) : callOps(shop, owner, method, url, body);
      // A download that fails is cut off.
      const { statusCode: status, body: text } = await answer.catch(() => ({ statusCode: 500, body: '' }));
      sent.push({ id, status, text });
    };
    const run = (count += 1);
    const csv = `kinguinId,key\n47,${KEY}-A${run}\n47,${KEY}-B${run}\n1e9,${KEY}-C${run}\n"47,${KEY}`;
    const accounts = `kinguinId,login,password,mail\n47,${KEY}-login${run},${KEY}-password,${BUYER}\n`;
    await call('uploadKeys', { query: { dryRun: 'true', reason }, form: [['file', csv, 'keys.csv']] });
    await call('uploadKeys', { query: { reason }, form: [['file', csv, 'keys.csv']] });
    await call('uploadKeys', { query: { reason }, form: [['file', accounts, 'accounts.csv']] });
    await call('uploadKeys', { query: { reason }, form: [['file', `${KEY}-D${run}`, 'keys.txt']] });
    await call('listKeys', { query: { product: '47' } });
    await call('lookAtKey', { path: { id: await keyThatIs('sold') }, body: { reason } });
    await call('lookAtKey', { path: { id: `${KEY}-1` }, body: { reason } });
    await call('lookAtKey', { path: { id: await keyThatIs('sold') }, body: { key: `${KEY}-1` } });
    await call('burnKey', { path: { id: await keyThatIs('available') }, body: { reason } });
    const accountsOf = await one(`select upload_id as value from stock_key where kind = 'account' order by id desc limit 1`);
    await call('burnUpload', { path: { upload: accountsOf }, body: { reason } });
    await call('releaseKey', { path: { id: await keyThatIs('sold') }, body: { reason } });
    await call('getKeyRotation');
    await call('rotateKeys', { body: { reason } });
    await call('findOrdersByKey', { body: { key: `${KEY}-1`, reason } });
    await call('findOrdersByKey', { body: { key: [`${KEY}-1`], reason } });
    for (const email of [BUYER, `${BUYER}\u0000`]) {
      await call('listOpsOrders', { query: { email } });
      await call('exportOrders', { query: { email } });
      await call('listSubscribers', { query: { email } });
    }
    // A new address of the order has such mails sent again.
    await call('listDeadLetters');
    await call('replayDeadLetter', { path: { letter: ids.dead }, body: { reason } });
    await call('closeDeadLetter', { path: { letter: ids.given }, body: { reason } });
    const path = { order: ids.order, line: '1', slot: '1', refund: 'nothing' };
    await call('changeOrderEmail', { path, body: { email: `new-${BUYER}`, reason } });
    await call('changeOrderEmail', { path, body: { email: [BUYER], reason } });
    await call('buyKeyAgain', { path, body: { keyId: await keyThatIs('sold'), reason } });
    await call('buyKeyAgain', { path, body: { keyId: `${KEY}-1`, reason } });
    for (const id of ['sendOrderAgain', 'replaceOrderKey', 'releaseOrder', 'cancelOrder', 'giveUpRefund'])
      await call(id, { path, body: { reason } });
    await call('refundOrder', { path, body: { everything: true, reason } });
    await call('noteOnOrder', { path, body: { text: BUYER, reason } });
    await call('getOpsOrder', { path });
    await call('getOpsOrder', { path: { order: BUYER } });
    await shop.database.query(`update shop_user set username = 'Canaryname'`);
    for (const q of [BUYER, `${BUYER}\u0000`]) await call('listCustomers', { query: { q } });
    const at = { customer: ids.customer };
    for (const id of ['unlockCustomer', 'verifyCustomer', 'endCustomerSessions']) await call(id, { path: at, body: { reason } });
    await call('noteOnCustomer', { path: at, body: { text: BUYER, reason } });
    await call('getCustomer', { path: at });
    await call('closeCustomer', { path: at, body: { reason, confirm: true } });
    await call('listMessages');
    await call('getMessageFile', { path: { id: ids.message } });
    await call('setMessageDone', { path: { id: ids.message }, body: { isDone: true, reason } });
    await call('removeMessage', { path: { id: ids.message }, query: { reason } });
    for (const query of [{}, { order: ids.order }, { order: BUYER }, { type: `${BUYER}\u0000` }] as Record<string, string>[])
      await call('listPaymentEvents', { query });
    await call('listDisputes');
    await call('listMismatches', { query: { askProvider: 'true' } });
    for (const event of [ids.event, BUYER]) {
      await call('getPaymentEvent', { path: { event } });
      await call('replayPaymentEvent', { path: { event }, body: { reason } });
    }
    const dispute = { dispute: ids.dispute };
    await call('getDispute', { path: dispute });
    await call('getEvidenceDocument', { path: { ...dispute, file: 'receipt' } });
    await call('editEvidence', { path: dispute, body: { version: 1, uncategorizedText: BUYER, reason } });
    await call('editEvidence', { path: dispute, body: { version: 2, customerEmail: [BUYER], reason } });
    await call('submitEvidence', { path: dispute, body: { version: 2, confirm: true, reason } });
    await call('closeDispute', { path: dispute, body: { amount: 1, reason } });
    await call('settleOrder', { path, body: { reason } });
    await call('getQueues');
    await call('listJobs', { path: { queue: 'payments' }, query: { state: 'failed' } });
    for (const job of [ids.job, BUYER]) await call('retryJob', { path: { queue: 'payments', job }, body: { reason } });
    await call('replayDeadLetter', { path: { letter: BUYER }, body: { reason: BUYER } });
    for (const query of [{}, { subjectId: ids.order }, { by: BUYER }, { action: `${BUYER}\u0000` }] as Record<string, string>[])
      await call('listAudit', { query });
    await call('exportSubscribers', { body: { reason } });
    await call('unsubscribeForSomebody', { path: { id: ids.reader }, body: { reason } });
    await call('removeSubscriber', { path: { id: ids.other }, query: { reason } });
    const mails = await shop.database.query<{ id: string }>(`select id from letter where state = 'waiting'`);
    for (const { id } of mails.rows)
      await shop
        .get(SendMail)
        .run(id)
        .catch((error: unknown) => logger.error(safeError(error)));
    const walked = new Set(sent.map(({ id }) => id));
    expect(
      [...operations.values()]
        .filter((operation) => PRIVATE.test(operation.path))
        .map(({ id }) => id)
        .filter((id) => !walked.has(id)),
    ).toEqual([]);
    return sent;
  }

  async function somethingOfEach() {
    const keys = [1, 2, 3, 4, 5].map((number) => `${KEY}-${number}`).join('\n');
    await sendForm(shop, owner, 'POST', `/ops/keys?product=47&reason=${reason}`, [['file', keys, 'keys.txt']]);
    await write();
    const id = await order();
    return {
      order: id,
      customer: (await validWrites.verifyCustomer?.(shop))?.path?.customer ?? '',
      message: await message(),
      reader: await reader(),
      other: await reader(),
      event: await event(id),
      ...(await disputed(shop, await order())),
      job: (await validWrites.retryJob?.(shop))?.path?.job ?? '',
      dead: await deadLetter(id),
      given: await deadLetter(id),
    };
  }

  test('while the staff handles keys, orders, messages and readers, no key and nobody is logged, and no audit line holds a key', async () => {
    const sent = await everyPrivateCall(await somethingOfEach());
    expect(sent.filter(({ status }) => status >= 500)).toEqual([]);
    const done = new Set(sent.filter(({ status }) => status < 300).map(({ id }) => id));
    // What is refused is walked, too; but these must have had something to tell.
    expect([...new Set(sent.map(({ id }) => id))].filter((id) => !done.has(id)).toSorted()).toEqual([
      'buyKeyAgain',
      'cancelOrder',
      'closeDispute',
      'giveUpRefund',
      'releaseKey',
      'releaseOrder',
    ]);
    expect(logged.filter((line) => line.includes('"message":"answered"')).length).toBeGreaterThan(sent.length);
    expect(leaks()).toEqual([]);
    const audit = await shop.database.query<{ action: string; line: string }>('select action, audit_line::text as line from audit_line');
    expect(audit.rows.length).toBeGreaterThan(10);
    expect(audit.rows.filter(({ line }) => line.includes(KEY) || line.includes(owner))).toEqual([]);
    // An address that was corrected is kept there, and nowhere else: it is what was changed.
    expect([...new Set(audit.rows.filter(({ line }) => secretsIn(line).length > 0).map(({ action }) => action))]).toEqual([
      'orders.change-email',
    ]);
    // Checks that the canaries were present: people were answered, and exactly one call answered a key.
    expect(sent.find(({ id, status }) => id === 'listMessages' && status === 200)?.text).toContain(WRITER);
    expect(sent.find(({ id, status }) => id === 'getPaymentEvent' && status === 200)?.text).toContain(BUYER);
    expect(sent.find(({ id, status }) => id === 'listAudit' && status === 200)?.text).toContain(BUYER);
    expect([...new Set(sent.filter(({ text }) => text.includes(KEY)).map(({ id }) => id))]).toEqual(['lookAtKey']);
  });

  test('when writing fails everywhere, the log reports it and contains no key and no person', async () => {
    const ids = await somethingOfEach();
    const tables = ['audit_line', 'stock_key', 'shop_order', 'letter', 'contact_message', 'newsletter_subscription'];
    for (const table of tables) await shop.database.query(`alter table ${table} add constraint ${table}_planted check (false) not valid`);
    try {
      logged.length = 0;
      const sent = await everyPrivateCall(ids);
      expect(new Set(sent.filter(({ status }) => status === 500).map(({ id }) => id)).size).toBeGreaterThanOrEqual(8);
      expect(logged.filter((line) => line.includes('The database refused')).length).toBeGreaterThanOrEqual(8);
      expect(leaks()).toEqual([]);
      expect(sent.filter(({ status, text }) => status >= 400 && secretsIn(text).length > 0)).toEqual([]);
    } finally {
      for (const table of tables) await shop.database.query(`alter table ${table} drop constraint ${table}_planted`);
    }
  });
}
