import { z } from 'zod';
import { isInEuros, namedCurrency } from '../http/currency.ts';
import { feedId, feedList, feedName, feedPrice, feedQuantity, readable } from '../http/feed-fields.ts';

export const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
/** A product or a price in another currency cannot be read: its amounts would be taken for euros. */
const inEuros = namedCurrency.refine(isInEuros);
const priceAnswer = z.object({ value: feedPrice, from: z.int().nullish(), currency: inEuros });
export const productAnswer = z.object({
  productId: feedId,
  name: feedName,
  quantity: feedQuantity,
  prices: z.tuple([priceAnswer], priceAnswer),
  currency: inEuros,
});
export const pageAnswer = z.object({ items: z.array(z.unknown()), continuationToken: z.string().nullish() });
/** All that is read of an account before its offers. */
export const currencyAnswer = z.object({ currency: namedCurrency });
export const accountAnswer = currencyAnswer.extend({ currentBalance: z.number(), totalToUse: z.number().optional() });

export const historyAnswer = z.object({
  orderId: feedId,
  clientOrderId: z.string().nullish(),
  status: z.string(),
  totalPrice: feedPrice.nullish(),
  currency: namedCurrency,
});
export const referenceAnswer = z.object({ clientOrderId: z.string().nullable() });
export const foundAnswer = historyAnswer.extend(referenceAnswer.shape);
export const codeAnswer = z.object({ codeId: feedId, codeType: z.string(), code: z.string().nullish() });
export const codesAnswer = z.object({ products: feedList.transform((products) => readable(z.object({ codes: feedList }), products).read) });
export const refusalAnswer = z.object({ code: z.int() });
