import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { httpAppOfTests } from '../testing/http-app.ts';

@Controller()
class Calls {
  @Post('echo')
  @HttpCode(200)
  write(@Body() body: object) {
    return body;
  }
}

let app: NestFastifyApplication;

beforeAll(async () => {
  app = await httpAppOfTests(Calls);
  await app.init();
});
afterAll(() => app.close());

const send = (payload: string) => app.inject({ method: 'POST', url: '/echo', headers: { 'content-type': 'application/json' }, payload });
const nested = (levels: number, inner = '') => '{"a":['.repeat(levels / 2) + inner + ']}'.repeat(levels / 2);

test('a body of 32 levels is read, and one of more is refused by name', async () => {
  expect((await send(nested(32))).json()).toEqual(JSON.parse(nested(32)));
  await expectRefusal(nested(34));
});

test('brackets in texts are no levels, and what is closed is no level any more', async () => {
  const texts = { a: '['.repeat(100), b: '\\"{{'.repeat(50), c: 'ü"[' };
  expect((await send(JSON.stringify(texts))).json()).toEqual(texts);
  const many = { many: Array.from({ length: 100 }, () => [{}]) };
  expect((await send(JSON.stringify(many))).json()).toEqual(many);
  expect((await send(nested(32, JSON.stringify('\\"')))).statusCode).toBe(200);
});

const fields = (count: number, inner = '0') => `{${Array.from({ length: count }, (_, place) => `"f${place}":${inner}`).join()}}`;

test('objects of 256 fields are read, however many values their lists have, and one of more is refused by name', async () => {
  for (const payload of [
    fields(256),
    `{"a":[${fields(256)},${fields(256)}]}`,
    fields(2, fields(255)),
    `{"a":[${'0,'.repeat(5000)}{"b":","}]}`,
  ])
    expect((await send(payload)).json()).toEqual(JSON.parse(payload));
  for (const payload of [fields(257), `{"a":[1,${fields(257)}]}`, fields(2, fields(257)), `{"a":[${'{},'.repeat(300)}${fields(257)}]}`])
    await expectRefusal(payload);
});

test('a body of 20,000 values is read, and one of more is refused by name', async () => {
  const values = (count: number) => `{"a":[${'0,'.repeat(count - 1)}0],"b":",:"}`;
  expect((await send(values(19_999))).statusCode).toBe(200);
  await expectRefusal(values(20_000));
  await expectRefusal(`{"a":[${'{},'.repeat(20_000)}{}]}`);
});

async function expectRefusal(payload: string): Promise<void> {
  const refused = await send(payload);
  expect([refused.statusCode, refused.json()]).toMatchObject([400, { details: [{ field: 'body' }] }]);
}

test('broken JSON, an empty body and a poisoned prototype are refused as before', async () => {
  for (const payload of ['{"a":', '', '{"__proto__":{}}', ']]]]'])
    expect([payload, (await send(payload)).statusCode]).toEqual([payload, 400]);
});
