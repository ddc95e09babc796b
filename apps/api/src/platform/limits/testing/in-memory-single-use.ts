import { type Clock, SingleUse } from '../../../shared/ports.ts';

export class InMemorySingleUse extends SingleUse {
  private readonly ends = new Map<string, Date>();

  constructor(private readonly clock: Clock) {
    super();
  }

  override async note(name: string, until: Date): Promise<boolean> {
    const known = this.ends.get(name);
    if (known && known > this.clock.now()) return false;
    this.ends.set(name, until);
    return true;
  }

  override async isNoted(name: string): Promise<boolean> {
    const known = this.ends.get(name);
    return known !== undefined && known > this.clock.now();
  }

  override async take(name: string): Promise<boolean> {
    const known = this.ends.get(name);
    this.ends.delete(name);
    return known !== undefined && known > this.clock.now();
  }
}
