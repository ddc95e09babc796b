/** `kinguinId` of a game, `_id` of a software. */
export type DemoReference = number | string;

/** What the demo shop itself reads of a product; the importer reads the rest. */
export interface DemoProduct {
  readonly kinguinId?: number;
  readonly _id?: string;
  readonly name?: string;
  readonly productName?: string;
  readonly originalName?: string;
  readonly type: 'game' | 'software';
  readonly platform: string;
  readonly category: 'Game' | 'Gift Card' | 'Account' | 'Software';
  readonly genres: readonly string[];
  readonly languages: readonly string[];
  readonly description: string;
  readonly popularity: number;
  readonly [field: string]: unknown;
}
