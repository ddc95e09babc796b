import { Injectable } from '@nestjs/common';
import { Clock, Ids, Transaction } from '../../../../shared/ports.ts';
import { Audit, type StaffAct } from '../../../ops/index.ts';
import { NotFit } from '../../domain/product-change-errors.ts';
import { Catalogue } from '../catalogue.ts';

interface HomeSection {
  readonly id: string;
  readonly name: string;
  /** Own ids, in order. */
  readonly products: readonly string[];
  readonly afterSliderPlatform: boolean;
  readonly afterSliderPrice: boolean;
}

export interface Home {
  readonly hero: readonly string[];
  /** In order: the first fills block 3, the rest blocks 5, 7 and 9 by their flags. */
  readonly sections: readonly HomeSection[];
}

/** A product as staff see it on the home page. */
export interface HomeProduct {
  readonly id: string;
  readonly kinguinId: number | null;
  readonly name: string;
  readonly isHidden: boolean;
}

export abstract class HomeSections {
  /** Locks home until the transaction ends. */
  abstract forUpdate(): Promise<Home>;
  /** Replaces the whole home page and notifies every process. */
  abstract replace(home: Home, at: Date, actor: string): Promise<void>;
  abstract current(): Promise<Home>;
  /** By their own ids. */
  abstract products(ids: readonly string[]): Promise<ReadonlyMap<string, HomeProduct>>;
}

export type WantedHome = Omit<Home, 'sections'> & {
  readonly sections: readonly (Omit<HomeSection, 'id'> & { readonly id: string | null })[];
};

/** Sets hero and sections of the home page as a whole. */
@Injectable()
export class ArrangeHome {
  constructor(
    private readonly homeSections: HomeSections,
    private readonly catalogue: Catalogue,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * Products are named by kinguinId or own id; a section without an id is a new one. Returns the resulting home page, also in a dry run.
   * @throws NotFit naming the place of an unknown product
   */
  async run(wanted: WantedHome, isDryRun: boolean, act: StaffAct): Promise<Home> {
    if (isDryRun) return this.resolve(wanted);
    return this.transaction.run(async () => {
      const before = await this.homeSections.forUpdate();
      const after = await this.resolve(wanted);
      await this.homeSections.replace(after, this.clock.now(), act.by.name);
      await this.audit.record({
        ...act,
        action: 'home.change',
        subject: { type: 'home', id: 'home' },
        before: loggable(before),
        after: loggable(after),
      });
      return after;
    });
  }

  private async resolve(wanted: WantedHome): Promise<Home> {
    const known = await this.catalogue.productIds([...new Set([...wanted.hero, ...wanted.sections.flatMap(({ products }) => products)])]);
    const idsOf = (names: readonly string[], field: string) =>
      names.map((name, place) => {
        const id = known.get(name);
        if (id === undefined) throw new NotFit(`${field}.${place}`, `The shop has no product ${name.slice(0, 40)}.`);
        return id;
      });
    const home: Home = {
      hero: [...new Set(idsOf(wanted.hero, 'hero'))],
      sections: wanted.sections.map((section, place) => ({
        ...section,
        id: section.id ?? this.ids.next(),
        products: [...new Set(idsOf(section.products, `sections.${place}.products`))],
      })),
    };
    if (new Set(home.sections.map(({ id }) => id)).size < home.sections.length)
      throw new NotFit('sections', 'Two sections have the same id.');
    return home;
  }
}

function loggable({ hero, sections }: Home) {
  return {
    hero,
    sections: sections.map(({ id, name, products, afterSliderPlatform, afterSliderPrice }) => ({
      id,
      name,
      products,
      afterSliderPlatform,
      afterSliderPrice,
    })),
  };
}
