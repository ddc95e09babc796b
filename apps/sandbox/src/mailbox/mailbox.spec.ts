import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createTransport } from 'nodemailer';
import type { Mail } from '../store/mails.ts';
import { sandboxForTest, type TestSandbox } from '../testing/sandbox-for-test.ts';

let sandbox: TestSandbox;
let shop: ReturnType<typeof mailer>;
// One line for all mails: the server looks at each new one for a moment before it speaks.
const mailer = () => createTransport({ pool: true, maxConnections: 1, host: '127.0.0.1', port: sandbox.smtpPort, secure: false });
beforeAll(async () => {
  sandbox = await sandboxForTest();
  shop = mailer();
});
afterAll(async () => {
  shop.close();
  await sandbox.close();
});
afterEach(async () => {
  await call('/api/email', { method: 'DELETE' });
  await smtp({ mode: 'ok' });
});

const call = (path: string, init?: RequestInit) => fetch(sandbox.mailboxOrigin.replace('localhost', '127.0.0.1') + path, init);
const inbox = async (query = '') => (await (await call(`/api/email${query}`)).json()) as Mail[];
const smtp = (body: object) =>
  call('/api/smtp', { method: 'PUT', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
const send = (mail: object = {}) =>
  shop.sendMail({
    from: 'Keyturn <shop@keyturn.example>',
    to: 'Ann Buyer <ann@example.org>',
    subject: 'Your key – Żółw',
    text: 'ABCD-EFGH',
    html: '<h1>ABCD-EFGH</h1><script>alert(1)</script><img src="cid:cover">',
    ...mail,
  });

test('the page sets how the mail server answers, shows it, and takes an address or leaves it out', async () => {
  const set = (body: string) =>
    call('/smtp', { method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded' }, redirect: 'manual' });
  expect((await set('mode=reject&recipients=ann%40example.org')).status).toBe(303);
  const page = await (await call('/')).text();
  expect(page).toContain('<option value="reject" selected>refuses for good (550)</option>');
  expect(page).toContain('value="ann@example.org"');
  await expect(send()).rejects.toMatchObject({ responseCode: 550 });
  await set('mode=defer&recipients=');
  await expect(send({ to: 'bob@example.org' })).rejects.toMatchObject({ responseCode: 451 });
  expect((await set('mode=nothing')).status).toBe(400);
});

test('a mail that was sent is in the mailbox with all its parts', async () => {
  const sent = await send({ headers: { 'X-Order': 'K1' } });
  const [mail] = await inbox();
  expect(mail).toMatchObject({
    from: [{ address: 'shop@keyturn.example', name: 'Keyturn' }],
    to: [{ address: 'ann@example.org', name: 'Ann Buyer' }],
    subject: 'Your key – Żółw',
    messageId: sent.messageId,
    headers: { 'x-order': 'K1' },
    envelope: { from: 'shop@keyturn.example', to: ['ann@example.org'] },
  });
  expect(mail!.text).toContain('ABCD-EFGH');
  expect(mail!.html).toContain('<h1>ABCD-EFGH</h1>');
  expect(Date.parse(mail!.date)).toBeGreaterThan(Date.now() - 60_000);
  expect(await (await call(`/api/email/${mail!.id}`)).json()).toEqual(mail);
});

test('mails come newest first and can be asked for by recipient, subject and number; the same mail twice is two', async () => {
  await send({ subject: 'One', messageId: '<same@keyturn>' });
  await send({ subject: 'One', messageId: '<same@keyturn>' });
  await send({ subject: 'Two', to: 'bob@example.org', bcc: 'eve@example.org' });
  expect((await inbox()).map(({ subject }) => subject)).toEqual(['Two', 'One', 'One']);
  expect(await inbox('?to=ANN@example.org')).toHaveLength(2);
  expect(await inbox('?to=eve@example.org')).toHaveLength(1);
  expect(await inbox('?subject=tw')).toHaveLength(1);
  expect(await inbox('?limit=1')).toHaveLength(1);
  expect((await call('/api/email?limit=0')).status).toBe(400);
});

test.each([
  ['defer', 451],
  ['reject', 550],
])('set to %s, the server answers %i for the chosen recipient and takes the others', async (mode, responseCode) => {
  await smtp({ mode, recipients: ['Ann@example.org'] });
  await expect(send()).rejects.toMatchObject({ responseCode });
  await send({ to: 'bob@example.org' });
  expect((await inbox()).map(({ envelope }) => envelope.to)).toEqual([['bob@example.org']]);
});

test('a trouble that is set for one time is over after it', async () => {
  await smtp({ mode: 'defer', times: 1 });
  await expect(send()).rejects.toMatchObject({ responseCode: 451 });
  await send();
  expect(await inbox()).toHaveLength(1);
});

test('set to drop, the connection breaks and no mail is stored; with a lost answer the mail is stored', async () => {
  await smtp({ mode: 'drop', times: 1 });
  await expect(send()).rejects.toThrow();
  expect(await inbox()).toHaveLength(0);
  await smtp({ mode: 'lost-answer', times: 1 });
  await expect(send()).rejects.toThrow();
  expect(await inbox()).toHaveLength(1);
});

test('greylisting puts off the first try of each address, and takes the second', async () => {
  await smtp({ mode: 'greylist' });
  for (const to of ['ann@example.org', 'bob@example.org']) {
    await expect(send({ to })).rejects.toMatchObject({ responseCode: 451 });
    await send({ to });
  }
  expect(await inbox()).toHaveLength(2);
});

test('a mail server that is away talks to nobody', async () => {
  await smtp({ mode: 'away' });
  await expect(send()).rejects.toThrow();
  await smtp({ mode: 'ok' });
  await send();
  expect(await inbox()).toHaveLength(1);
});

test('a message above 20 MB is refused', async () => {
  const raw = Buffer.alloc(21 * 1024 * 1024, `${'x'.repeat(62)}\r\n`);
  await expect(send({ raw, envelope: { from: 'shop@keyturn.example', to: 'ann@example.org' } })).rejects.toThrow(/maximum/);
  expect(await inbox()).toHaveLength(0);
});

test('bytes that are no mail do not harm the mailbox', async () => {
  await new Promise<void>((resolve) => {
    const socket = connect(sandbox.smtpPort, '127.0.0.1', () => socket.end('\u0000\u0001 garbage\r\nQUIT\r\n'));
    socket.on('close', () => resolve()).resume();
  });
  await send();
  expect(await inbox()).toHaveLength(1);
});

test('the pages show a mail escaped, and its HTML only in a frame that can run nothing', async () => {
  const picture = Buffer.from('89504e470d0a1a0a', 'hex');
  await send({ subject: '<b>Bold</b>', attachments: [{ filename: 'cover.png', content: picture, cid: 'cover' }] });
  const [{ id }] = (await inbox()) as [Mail];
  expect(await (await call('/')).text()).toContain('&lt;b&gt;Bold&lt;/b&gt;');
  const page = await call(`/mail/${id}`);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await page.text()).toMatch(new RegExp(`<iframe[^>]+src="/mail/${id}/html"[^>]+sandbox="(?![^"]*allow-scripts)`));
  const frame = await call(`/mail/${id}/html`);
  expect(frame.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox(?!.*allow-scripts)/);
  expect(await frame.text()).toContain(`<img src="/mail/${id}/attachments/0">`);
  const attachment = await call(`/mail/${id}/attachments/0`);
  expect(attachment.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await attachment.arrayBuffer())).toEqual(picture);
  expect(await (await call(`/mail/${id}?view=source`)).text()).toContain('Content-Type: multipart');
  expect(await (await call(`/mail/${id}?view=headers`)).text()).toContain('message-id');
  expect((await call('/mail/999999')).status).toBe(404);
});

test('pages of other sites can neither empty the mailbox nor read it under their own name', async () => {
  await send();
  expect((await call('/api/email', { method: 'DELETE', headers: { origin: 'https://evil.example' } })).status).toBe(403);
  expect(await inbox()).toHaveLength(1);
});
