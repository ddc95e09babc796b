import pg from 'pg';
import { type BuyerOfShop, checkOut, gamesInStock, type Mail, mails } from '../buyer.ts';
import { type ShopOfMany, startShopOfMany } from '../shop-of-many.ts';

/** Two APIs, two workers and the stand-ins, what they have written down, and somebody who buys there. */
export class DeliveringShop {
  readonly processes: ShopOfMany;
  readonly database: pg.Client;
  readonly buyer: BuyerOfShop;

  private constructor(processes: ShopOfMany) {
    const { sandbox, mailbox } = processes.settings.origins;
    this.processes = processes;
    this.database = new pg.Client({ connectionString: processes.databaseUrl });
    this.buyer = { api: processes.apis[0] ?? '', sandbox, mailbox };
  }

  static async start(redisUrl: string | undefined): Promise<DeliveringShop> {
    const environment = { PAYMENT_METHODS: 'card,sepa_debit' };
    const processes = await startShopOfMany({ apis: 2, workers: 2, redisUrl, environment });
    const shop = new DeliveringShop(processes);
    await shop.database.connect().catch(async (error: unknown) => {
      await processes.stop();
      throw error;
    });
    return shop;
  }

  async stop(): Promise<void> {
    await this.database.end();
    await this.processes.stop();
  }

  /** Checks out `count` times, over both APIs in turn, for buyers of their own. */
  async checkOutMany(count: number, who: string): Promise<{ session: string; email: string }[]> {
    const { apis } = this.processes;
    const stock = await gamesInStock(this.buyer);
    const games = stock.flatMap(({ kinguinId, qty }) => Array.from({ length: Math.min(qty, 20) }, () => kinguinId));
    return Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const email = `${who}-${index}@example.com`;
        return { email, session: await checkOut({ api: apis[index % apis.length] ?? '' }, { kinguinId: games[index] ?? 0, email }) };
      }),
    );
  }

  async mailsTo(emails: readonly string[]): Promise<Mail[]> {
    return (await mails(this.buyer)).filter(({ to }) => emails.includes(to[0]?.address ?? ''));
  }

  async statuses(sessions: readonly string[]): Promise<string[]> {
    const query = 'select status from shop_order where session_id = any($1)';
    return (await this.database.query<{ status: string }>(query, [sessions])).rows.map(({ status }) => status);
  }

  async timeline(session: string): Promise<string[]> {
    const query = 'select kind from order_event e join shop_order o on o.id = e.order_id where session_id = $1 order by e.id';
    return (await this.database.query<{ kind: string }>(query, [session])).rows.map(({ kind }) => kind);
  }
}
