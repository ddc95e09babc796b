import { Injectable } from '@nestjs/common';
import { Clock, Ids, Transaction } from '../../../../shared/ports.ts';
import { Audit, type Operator } from '../../../ops/index.ts';
import { NotFit } from '../../domain/desk-errors.ts';
import { Catalogue } from '../catalogue.ts';

export interface HomeSection {
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

export abstract class HomeShelves {
  /** Locks home until the transaction ends. */
  abstract forUpdate(): Promise<Home>;
  /** Puts all of it in the place of what is there, and tells every process. */
  abstract replace(home: Home, at: Date, actor: string): Promise<void>;
  /** JSON in the wire's shape, with the names of products. */
  abstract view(): Promise<unknown>;
}

export type WantedHome = Omit<Home, 'sections'> & {
  readonly sections: readonly (Omit<HomeSection, 'id'> & { readonly id: string | null })[];
};

/** Sets hero and sections of the home page as a whole. */
@Injectable()
export class ArrangeHome {
  constructor(
    private readonly shelves: HomeShelves,
    private readonly catalogue: Catalogue,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Products are named by kinguinId or own id; a section without an id is a new one. @throws NotFit naming the place of an unknown product */
  run(wanted: WantedHome, by: Operator): Promise<void> {
    return this.transaction.run(async () => {
      const before = await this.shelves.forUpdate();
      const known = await this.catalogue.productIds([...new Set([...wanted.hero, ...wanted.sections.flatMap(({ products }) => products)])]);
      const idsOf = (names: readonly string[], field: string) =>
        names.map((name, place) => {
          const id = known.get(name);
          if (id === undefined) throw new NotFit(`${field}.${place}`, `The shop has no product ${name.slice(0, 40)}.`);
          return id;
        });
      const after: Home = {
        hero: [...new Set(idsOf(wanted.hero, 'hero'))],
        sections: wanted.sections.map((section, place) => ({
          ...section,
          id: section.id ?? this.ids.next(),
          products: [...new Set(idsOf(section.products, `sections.${place}.products`))],
        })),
      };
      if (new Set(after.sections.map(({ id }) => id)).size < after.sections.length)
        throw new NotFit('sections', 'Two sections have the same id.');
      await this.shelves.replace(after, this.clock.now(), by.name);
      await this.audit.record({
        by,
        action: 'home.change',
        subject: { type: 'home', id: 'home' },
        before: told(before),
        after: told(after),
      });
    });
  }
}

function told({ hero, sections }: Home) {
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
