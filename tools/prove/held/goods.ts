import { crc32, deflateSync } from 'node:zlib';
import type pg from 'pg';
import { MARK } from './traces.ts';

/** The three products that the campaign sells, by what their keys are. */
export type Kind = 'text' | 'account' | 'image';
export type Goods = Readonly<Record<Kind, { readonly kinguinId: number; readonly id: string }>>;

/** Empties the stock, and brings `each` keys of each kind as the staff does. @throws Error where one is not taken */
export async function bringGoods(
  { api, opsKey, database }: { api: string; opsKey: string; database: pg.Pool },
  each: number,
): Promise<Goods> {
  await database.query("delete from stock_key where state = 'available'");
  const { rows } = await database.query<{ id: string; kinguinId: number }>(
    `select p.id, p.kinguin_id as "kinguinId" from product p join listing l on l.product_id = p.id
      where p.type = 'game' and l.eur_minor between 200 and 5000 and not l.is_hidden and coalesce(l.limit_per_basket, 9) > 1
      order by p.id limit 3`,
  );
  const [text, account, image] = rows;
  if (!text || !account || !image) throw new Error('The demo has no three games that can be bought by the piece.');
  const numbers = Array.from({ length: each }, (_, index) => index + 1);
  const csv = numbers.map((number) => `${MARK}-LOGIN-${number},${MARK}-PASSWORD-${number},${MARK}-MAIL-${number}@example.com`);
  const files: Readonly<Record<Kind, readonly File[]>> = {
    text: [new File([numbers.map((number) => `${MARK}-TEXT-${number}`).join('\n')], 'keys.txt', { type: 'text/plain' })],
    account: [new File([['login,password,mail', ...csv].join('\n')], 'accounts.csv', { type: 'text/csv' })],
    image: numbers.map((number) => new File([picture(`${MARK}-IMAGE-${number}`)], `${number}.png`, { type: 'image/png' })),
  };
  const goods = { text, account, image };
  for (const kind of ['text', 'account', 'image'] as const) {
    const form = new FormData();
    for (const file of files[kind]) form.append('file', file);
    const url = `${api}/ops/keys?product=${goods[kind].kinguinId}&reason=a+campaign`;
    const answer = await fetch(url, { method: 'POST', headers: { 'x-ops-key': opsKey }, body: form });
    const said = await answer.text();
    if (!said.includes(`"accepted":${each}`)) throw new Error(`Keys were not taken: ${answer.status} ${said.slice(0, 300)}`);
  }
  return goods;
}

/** A PNG of one pixel with this text in it. */
function picture(text: string): Uint8Array<ArrayBuffer> {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', header),
      chunk('tEXt', Buffer.from(`Comment\0${text}`)),
      chunk('IDAT', deflateSync(Buffer.from([0, 0]))),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}
