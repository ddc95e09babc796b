import { BlockList, isIP } from 'node:net';
import type { ApiReads } from '../api/api-reader.ts';
import type { PageAnswer } from '../pages/page-answer.ts';
import { SHOP_LINE } from '@keyturn/shop-rules';

const ASK_EVERY_MS = 500;

/** The page for blocked visitors; the browser's version has the same text in the shop's layout. */
export const BLOCKED: PageAnswer = {
  status: 403,
  tags: { title: 'Not available', description: SHOP_LINE, isPrivate: true, isForBlocked: true },
  text: { heading: 'This shop is not available to you', paragraphs: ['Visits from your network are blocked.'] },
};

/** A cache of the API's list of blocked networks: no page waits for it. While the API does not answer, the cached list is used. */
export class BlockedVisitors {
  readonly #api: ApiReads;
  #said: unknown = null;
  #list = new BlockList();
  #timer: NodeJS.Timeout | undefined;

  constructor(api: ApiReads) {
    this.#api = api;
  }

  /** Resolves with the first answer or failure. */
  start(): Promise<void> {
    this.#timer = setInterval(() => void this.#refresh(), ASK_EVERY_MS).unref();
    return this.#refresh();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  has(address: string): boolean {
    const version = isIP(address);
    return version !== 0 && this.#list.check(address, version === 4 ? 'ipv4' : 'ipv6');
  }

  async #refresh(): Promise<void> {
    const answer = await this.#api.read({ path: '/blocker/ips', freshMs: 0 });
    // What is still the same is the very same object.
    if (answer.kind !== 'found' || answer.body === this.#said || !Array.isArray(answer.body)) return;
    this.#said = answer.body;
    const list = new BlockList();
    for (const network of answer.body as string[]) {
      try {
        add(list, network);
      } catch (error) {
        // The others count all the same.
        console.error(`The blocked network ${JSON.stringify(network)} could not be read:`, error);
      }
    }
    this.#list = list;
  }
}

function add(list: BlockList, network: string): void {
  const [address = '', bits] = network.split('/');
  const family = address.includes(':') ? 'ipv6' : 'ipv4';
  if (bits === undefined) list.addAddress(address, family);
  else list.addSubnet(address, Number(bits), family);
}
