import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { CaptchaPasses } from '../../../platform/captcha/captcha-pass.ts';
import { SendMail } from '../../../platform/mail/sending/send-mail.ts';
import { Mailer } from '../../../shared/ports.ts';
import { RecordingMailer } from '../../../testing/fakes.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';

type Part = { name: string; value: string | Buffer; filename?: string; type?: string };
const good: readonly Part[] = [
  { name: 'fullName', value: 'Ada Buyer' },
  { name: 'email', value: 'Ada@Example.com' },
  { name: 'message', value: 'My key\nis used <b>already</b>.' },
];
const file = (filename: string, value: Buffer, name = 'file'): Part => ({ name, value, filename, type: 'application/octet-stream' });

export function contact(): void {
  const mailer = new RecordingMailer();
  let shop: TestShop;
  let png: Buffer;

  beforeAll(async () => {
    shop = await testShop({ fakes: [{ provide: Mailer, useValue: mailer }], environment: { SUPPORT_EMAIL: 'help@shop.example' } });
    png = await sharp({ create: { width: 9, height: 7, channels: 3, background: '#0A7358' } })
      .png()
      .toBuffer();
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    await shop.database.query('delete from rate_limit; delete from contact_message; delete from letter; delete from outbox');
  });

  async function send(
    parts: readonly Part[] | Buffer,
    { pass, type = 'multipart/form-data; boundary=edge', from = '192.0.2.1' }: { pass?: string; type?: string; from?: string } = {},
  ) {
    const cookie = `captcha=${pass ?? (await shop.get(CaptchaPasses).issue())}`;
    const payload = Buffer.isBuffer(parts) ? parts : formOf(parts);
    const headers = { 'content-type': type, cookie };
    return shop.app.inject({ method: 'POST', url: '/contact/contacts', headers, payload, remoteAddress: from });
  }
  const stored = async () => (await shop.database.query('select id, full_name, email, file_name, file_type from contact_message')).rows;

  test('a message with a file is stored and mailed to support through the queue, with the visitor as reply-to', async () => {
    mailer.sent.length = 0;
    const answer = await send([...good, file('screen.png', png)]);
    expect([answer.statusCode, answer.json()]).toEqual([201, { succes: true }]);
    const [row] = await stored();
    expect(row).toMatchObject({ full_name: 'Ada Buyer', email: 'ada@example.com', file_name: 'screen.png', file_type: 'image/png' });
    const { rows } = await shop.database.query('select job_id, data from outbox');
    expect(rows).toEqual([{ job_id: `${row.id}-contact-1`, data: { mailId: `${row.id}-contact-1` } }]);
    await shop.get(SendMail).run(`${row.id}-contact-1`);
    expect(mailer.sent).toEqual([
      expect.objectContaining({
        to: 'help@shop.example',
        replyTo: 'ada@example.com',
        subject: 'Contact form: Ada Buyer',
        text: expect.stringContaining('> is used <b>already</b>.'),
        html: expect.stringContaining('is used &#60;b&#62;already&#60;/b&#62;.'),
        attachments: [{ filename: 'screen.png', contentType: 'image/png', base64: png.toString('base64') }],
      }),
    ]);
  });

  test.each(['https://evil.example', 'CODE://RED', 'mailto:eve@evil.example'])(
    'a message reaches support whatever its visitor is called: %s',
    async (name) => {
      mailer.sent.length = 0;
      const [, ...others] = good;
      expect((await send([{ name: 'fullName', value: name }, ...others])).statusCode).toBe(201);
      await shop.get(SendMail).run(`${(await stored())[0].id}-contact-1`);
      expect(mailer.sent).toMatchObject([{ subject: 'Contact form', text: expect.stringContaining(`Name: ${name}`) }]);
    },
  );

  test('a message without a file, and one whose file was not chosen, are taken', async () => {
    expect((await send(good)).statusCode).toBe(201);
    expect((await send([...good, file('', Buffer.alloc(0))])).statusCode).toBe(201);
    expect(await stored()).toHaveLength(2);
  });

  test('without a captcha pass no form is read, whatever it holds', async () => {
    const answers = [
      await send([...good, file('screen.png', Buffer.alloc(6 * 1024 * 1024))], { pass: '' }),
      await send(Buffer.from('nonsense'), { pass: '' }),
      await send(good.slice(1), { pass: '' }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
  });

  test('each form costs a captcha of its own, also one that is refused', async () => {
    const used = await shop.get(CaptchaPasses).issue();
    expect((await send(good.slice(1), { pass: used })).statusCode).toBe(400);
    expect((await send(good, { pass: used })).statusCode).toBe(403);
    const pass = await shop.get(CaptchaPasses).issue();
    expect((await send(good, { pass })).statusCode).toBe(201);
    const again = await send(good, { pass });
    expect(again.json()).toMatchObject({ statusCode: 403, message: 'Please verify the captcha.' });
    expect((await send(good, { pass: '' })).statusCode).toBe(403);
    expect(await stored()).toHaveLength(1);
  });

  test.each<[string, readonly Part[]]>([
    ['fullName', good.filter(({ name }) => name !== 'fullName')],
    ['fullName', [{ name: 'fullName', value: 'Ada\r\nBcc: all@example.com' }, ...good.slice(1)]],
    ['fullName', [{ name: 'fullName', value: 'x'.repeat(101) }, ...good.slice(1)]],
    ['fullName', [{ name: 'fullName', value: '["a"]', type: 'application/json' }, ...good.slice(1)]],
    ['fullName', [...good, { name: 'fullName', value: 'Twice' }]],
    ['email', [...good.filter(({ name }) => name !== 'email'), { name: 'email', value: 'no address' }]],
    ['email', [...good.filter(({ name }) => name !== 'email'), { name: 'email', value: 'a@b.co\r\nBcc: c@d.co' }]],
    ['message', [...good.slice(0, 2), { name: 'message', value: '   ' }]],
    ['message', [...good.slice(0, 2), { name: 'message', value: 'x'.repeat(5001) }]],
    ['message', [...good.slice(0, 2), { name: 'message', value: 'x'.repeat(70_000) }]],
    ['message', [...good.slice(0, 2), { name: 'message', value: 'nul \u0000' }]],
    ['more', [...good, { name: 'more', value: '1' }]],
    ['upload', [...good, file('a.png', Buffer.from('x'), 'upload')]],
    ['file', [...good, file('../a.png', Buffer.from('x'))]],
  ])('a form with a wrong %s is refused, the field is named and nothing is stored', async (field, parts) => {
    const answer = await send(parts);
    expect([answer.statusCode, answer.json()]).toEqual([400, expect.objectContaining({ details: [expect.objectContaining({ field })] })]);
    expect(await stored()).toEqual([]);
  });

  test('prototype keys, torn forms and forms of nothing are refused without a word of the inside', async () => {
    const answers = [
      await send([...good, { name: '__proto__', value: 'x' }]),
      await send([...good, { name: 'constructor', value: 'x' }]),
      await send(formOf(good).subarray(0, -20)),
      await send(Buffer.from('nonsense')),
      await send(Buffer.alloc(0)),
      await send(good, { type: 'multipart/form-data' }),
      await send(Array.from({ length: 30 }, (_, index) => ({ name: `f${index}`, value: 'x' }))),
    ];
    expect(answers.map(({ statusCode }) => statusCode).every((status) => status >= 400 && status < 500)).toBe(true);
    expect(await stored()).toEqual([]);
  });

  test('what is no form is 415', async () => {
    expect((await send(Buffer.from('{"fullName":"Ada"}'), { type: 'application/json' })).statusCode).toBe(415);
  });

  test('a file of 5 MB is judged, one byte more is 413, a second file, too', async () => {
    const mib5 = 5 * 1024 * 1024;
    expect((await send([...good, file('long.txt', Buffer.alloc(mib5, 'a'))])).statusCode).toBe(201);
    const answer = await send([...good, file('long.txt', Buffer.alloc(mib5 + 1, 'a'))]);
    expect([answer.statusCode, answer.json()]).toEqual([
      413,
      expect.objectContaining({ details: [expect.objectContaining({ field: 'file' })] }),
    ]);
    expect((await send([...good, file('a.png', png), file('b.png', png)])).statusCode).toBe(413);
  });

  test('a file of another type is 415, whatever it is called', async () => {
    const answer = await send([...good, file('screen.png', Buffer.from('504b0304140000000800', 'hex'))]);
    expect([answer.statusCode, answer.json()]).toEqual([
      415,
      expect.objectContaining({ details: [expect.objectContaining({ field: 'file' })] }),
    ]);
  });

  test('one address writes five times an hour from one network, and strangers who use it keep its owner from nothing', async () => {
    for (let message = 0; message < 5; message += 1) expect((await send(good)).statusCode).toBe(201);
    const answer = await send(good);
    expect(answer.statusCode).toBe(429);
    expect((await send(good, { from: '198.51.100.9' })).statusCode).toBe(201);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  test.each(['Ada\u202ereyuB', 'Ada\u200bBuyer', 'Ada\u2066Buyer'])(
    'the name %j, which is not what it looks like, is refused',
    async (value) => {
      const answer = await send([{ name: 'fullName', value }, ...good.slice(1)]);
      expect([answer.statusCode, answer.json()]).toMatchObject([400, { details: [{ field: 'fullName' }] }]);
    },
  );
}

function formOf(parts: readonly Part[]): Buffer {
  const body = parts.flatMap(({ name, value, filename, type }) => [
    Buffer.from(
      `--edge\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n${type ? `Content-Type: ${type}\r\n` : ''}\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...body, Buffer.from('--edge--\r\n')]);
}
