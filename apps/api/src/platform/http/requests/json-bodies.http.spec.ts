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
  const refused = await send(nested(34));
  expect(refused.statusCode).toBe(400);
  expect(refused.json()).toMatchObject({ details: [{ field: 'body' }] });
});

test('brackets in texts are no levels, and what is closed is no level any more', async () => {
  const texts = { a: '['.repeat(100), b: '\\"{{'.repeat(50), c: 'ü"[' };
  expect((await send(JSON.stringify(texts))).json()).toEqual(texts);
  const many = { many: Array.from({ length: 100 }, () => [{}]) };
  expect((await send(JSON.stringify(many))).json()).toEqual(many);
  expect((await send(nested(32, JSON.stringify('\\"')))).statusCode).toBe(200);
});

test('broken JSON, an empty body and a poisoned prototype are refused as before', async () => {
  for (const payload of ['{"a":', '', '{"__proto__":{}}', ']]]]'])
    expect([payload, (await send(payload)).statusCode]).toEqual([payload, 400]);
});
