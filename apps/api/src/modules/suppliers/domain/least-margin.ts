export const MARGIN_RULE_KINDS = ['product', 'genre', 'supplier'] as const;
export type MarginRuleKind = (typeof MARGIN_RULE_KINDS)[number];

/** The share of what is charged that must be left: 0.02 is 2 %. `subject`: own id of a product, a genre, or a supplier's name. */
export interface MarginRule {
  readonly kind: MarginRuleKind;
  readonly subject: string;
  readonly margin: number;
}

/** A product's rule comes before those of its genres, of which the highest counts, these before the supplier's, and `otherwise` is last. */
export function leastMargin(
  rules: readonly MarginRule[],
  { productId, genres, supplier }: { productId: string; genres: readonly string[]; supplier: string },
  otherwise: number,
): number {
  const of = (kind: MarginRuleKind, subjects: readonly string[]) =>
    rules.filter((rule) => rule.kind === kind && subjects.includes(rule.subject)).map(({ margin }) => margin);
  const [fitting] = [of('product', [productId]), of('genre', genres), of('supplier', [supplier])].filter(({ length }) => length > 0);
  return fitting === undefined ? otherwise : Math.max(...fitting);
}
