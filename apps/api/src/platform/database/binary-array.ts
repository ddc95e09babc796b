/** Object ids of types. Source: postgresql.org, catalog pg_type */
const types = { bytea: 17, text: 25 } as const;
const HEADER_BYTES = 20;
const USUAL_BYTES = 40;

/**
 * A parameter for `…::bytea[]` or `…::text[]` in PostgreSQL's own binary form, which the driver sends as it is. As text every item would be
 * escaped, quoted, joined and read again, and bytes written with two digits each: an upload of 100,000 keys would take twice the CPU for it,
 * and 20 MiB more (docs/adr/0022). Items are copied one by one, so that no second copy of them is held in memory.
 */
export class BinaryArray {
  private block: Buffer;
  private end = HEADER_BYTES;
  private count = 0;

  constructor(
    private readonly type: keyof typeof types,
    expected: number,
  ) {
    this.block = Buffer.allocUnsafeSlow(HEADER_BYTES + expected * USUAL_BYTES);
  }

  static of(type: keyof typeof types, items: readonly (Buffer | string)[]): Buffer {
    const array = new BinaryArray(type, items.length);
    for (const item of items) array.add(item);
    return array.bytes();
  }

  add(item: Buffer | string): void {
    const length = Buffer.byteLength(item);
    this.makeRoom(4 + length);
    this.block.writeInt32BE(length, this.end);
    if (typeof item === 'string') this.block.write(item, this.end + 4);
    else item.copy(this.block, this.end + 4);
    this.end += 4 + length;
    this.count += 1;
  }

  bytes(): Buffer {
    // Dimensions, whether any item is null, the type; then the length of the one dimension, and the number of its first place.
    const header = [1, 0, types[this.type], this.count, 1];
    header.forEach((number, place) => this.block.writeInt32BE(number, place * 4));
    return this.block.subarray(0, this.end);
  }

  private makeRoom(bytes: number): void {
    if (this.end + bytes <= this.block.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * this.block.length + bytes);
    this.block.copy(larger, 0, 0, this.end);
    this.block = larger;
  }
}
