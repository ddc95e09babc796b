import { Injectable } from '@nestjs/common';
import { SubjectNames } from '../../../ops/index.ts';
import { Catalogue } from '../catalogue.ts';

/** Lets the audit log find what was done to a product by its kinguinId. */
@Injectable()
export class ProductNames {
  constructor(names: SubjectNames, catalogue: Catalogue) {
    names.add(async (name) => (await catalogue.productIds([name])).get(name) ?? null);
  }
}
