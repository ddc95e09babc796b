import { createHash } from 'node:crypto';
import { COUNTRY_CODES, countryCode, findGenre, toMinor } from '@keyturn/shop-rules';
import { Injectable } from '@nestjs/common';
import { Config } from '../../../../platform/config/config.ts';
import { type FeedLine, ProductFeed, type ReadLine } from '../../application/import-ports.ts';
import type { ImportedProduct } from '../../domain/imported-product.ts';
import { type BasePrice, basePrice, type GivenPrices, type PriceRules } from '../../domain/price.ts';
import { searchName, searchTerms, searchWords } from '../../domain/search-words.ts';
import { detailsOf, LONGEST_HTML, plain } from './details.ts';
import { cleanText, isRecord, LineReader, LineRefused } from './line-reader.ts';
import { picturesOf } from './pictures.ts';
import { platformOf } from './platforms.ts';
import { plainText, safeHtml } from '../../../../platform/html/safe-html.ts';

/** Increased when the same line is stored differently: stored products then count as changed. */
const READING_VERSION = 1;
const LARGEST_ID = 2_147_483_647;
const LONGEST_NAME = 300;
const LONGEST_LANGUAGE = 60;
const LONGEST_REGION = 100;
const OWN_PRODUCT = 'CustomGame';

/** Reads the supplier's product objects (Kinguin's eCommerce API), with the shop's own fields where a line has them. */
@Injectable()
export class SupplierFeed extends ProductFeed {
  constructor(private readonly config: Config) {
    super();
  }

  override read({ text, reason }: FeedLine, rules: PriceRules = this.config): ReadLine {
    if (text === null) return { reason: reason ?? 'the line cannot be read' };
    try {
      const line: unknown = JSON.parse(text);
      if (!isRecord(line)) return { reason: 'the line is not a JSON object' };
      const reader = new LineReader(line);
      const product = this.productOf(reader, line, rules);
      const hash = createHash('sha256')
        .update(JSON.stringify([READING_VERSION, product]))
        .digest('base64url');
      return { product, hash, warnings: reader.warnings };
    } catch (error) {
      if (error instanceof LineRefused) return { reason: error.message };
      if (error instanceof SyntaxError) return { reason: `not JSON: ${cleanText(error.message).slice(0, 120)}` };
      throw error;
    }
  }

  private productOf(reader: LineReader, line: Record<string, unknown>, rules: PriceRules): ImportedProduct {
    const kinguinId = reader.whole('kinguinId', 1, LARGEST_ID);
    const supplierProductId = reader.text('productId', 100) ?? '';
    const ownId = ownIdOf(reader);
    const name = plain(reader, 'name', LONGEST_NAME) ?? plain(reader, 'productName', LONGEST_NAME);
    if (name === null) throw new LineRefused('the name is missing');
    const type = typeOf(reader, kinguinId, supplierProductId);
    if (kinguinId === null && ownId === null) throw new LineRefused('there is neither a kinguinId nor an _id');
    const originalName = plain(reader, 'originalName', LONGEST_NAME);
    const platform = platformFrom(reader);
    const genres = genresOf(reader);
    const category = plain(reader, 'category', 60) ?? categoryOf(name, type, reader.texts('genres'), reader.texts('tags'));
    const names = originalName === null ? [name] : [name, originalName];
    const words = searchWords(names);
    return {
      kinguinId,
      ownId,
      type,
      supplierProductId,
      name,
      originalName,
      title: plain(reader, 'title', LONGEST_NAME) ?? originalName ?? name,
      metaDescription: plain(reader, 'meta_description', 500) ?? `${name}: delivered by e-mail within seconds after the payment.`,
      description: safeHtml(reader.text('description', LONGEST_HTML) ?? ''),
      notes: safeHtml(reader.text('notes', LONGEST_HTML) ?? ''),
      platform,
      category,
      genres,
      ageRating: reader.text('ageRating', 40),
      releaseDate: dateOf(reader),
      developers: reader.texts('developers').map(plainText),
      publishers: reader.texts('publishers').map(plainText),
      languages: languagesOf(reader),
      regions: regionsOf(reader),
      regionId: reader.whole('regionId', 0, LARGEST_ID),
      regionalLimitations: plain(reader, 'regionalLimitations', LONGEST_REGION),
      countryLimitation: excludedCountries(reader),
      shipTime: reader.whole('shiping', 0, 10_000),
      shipUnit: reader.text('unit', 20),
      offerIds: reader.texts('cheapestOfferId', 100),
      limitPerBasket: limitOf(reader),
      popularity: reader.whole('popularity', 0, LARGEST_ID) ?? scoreOf(line),
      details: detailsOf(reader),
      ...picturesOf(reader, line, { name: originalName ?? name, platform }),
      searchName: searchName(originalName ?? name),
      searchTerms: searchTerms(names, words),
      searchWords: words,
      price: priceOf(reader, rules),
      costMinor: minor(reader.amount('price')),
      supplierQty: reader.whole('qty', 0, LARGEST_ID),
      supplierUpdatedAt: instantOf(reader.text('updatedAt', 40)),
    };
  }
}

function priceOf(reader: LineReader, rules: PriceRules): BasePrice {
  const amounts = (fields: Record<'Eur' | 'Usd' | 'Pln' | 'Gbp', string>) =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([currency, field]) => {
        const major = reader.amount(field);
        return major === null ? [] : [[currency, toMinor(major)]];
      }),
    );
  const isDiscounted = reader.flag('is_discounted') ?? false;
  const percent = reader.whole('discount_perc', 0, 99);
  const discounted = isDiscounted
    ? amounts({ Eur: 'new_price', Usd: 'usdPriceDiscounted', Pln: 'plnPriceDiscounted', Gbp: 'gbpPriceDiscounted' })
    : {};
  const list = amounts({ Eur: 'sellPrice', Usd: 'usdPrice', Pln: 'plnPrice', Gbp: 'gbpPrice' });
  const given: GivenPrices = {
    costMinor: minor(reader.amount('price')),
    list,
    discounted,
    discountPercent: isDiscounted && percent ? percent : null,
  };
  const price = basePrice(given, rules);
  if (price === null) throw new LineRefused('there is no usable price: neither price nor sellPrice');
  return price;
}

function typeOf(reader: LineReader, kinguinId: number | null, supplierProductId: string): 'game' | 'software' {
  const given = reader.text('type', 20);
  // A product with a kinguinId is a game, whatever type the line has.
  if (kinguinId !== null || given === 'game') {
    if (kinguinId === null && supplierProductId !== OWN_PRODUCT)
      throw new LineRefused(`a game needs a kinguinId, or the productId ${OWN_PRODUCT}`);
    return 'game';
  }
  if (given !== null && given !== 'software') throw new LineRefused('the type must be game or software');
  return 'software';
}

function ownIdOf(reader: LineReader): string | null {
  const id = reader.text('_id', 40);
  if (id !== null && !/^[0-9a-z]+$/.test(id)) throw new LineRefused('the _id must be lower-case letters and digits');
  return id;
}

function platformFrom(reader: LineReader) {
  const text = reader.text('platform', 100) ?? reader.text('plateform', 100);
  if (text === null) throw new LineRefused('the platform is missing');
  const platform = platformOf(text);
  if (platform === null) throw new LineRefused(`unknown platform "${text}"`);
  return platform;
}

function genresOf(reader: LineReader): string[] {
  const known = reader.texts('genres').flatMap((name) => {
    const genre = findGenre(name);
    if (genre === null) reader.warn(`unknown genre "${name}" left out`);
    return genre ?? [];
  });
  return [...new Set(known)];
}

function categoryOf(name: string, type: string, genres: readonly string[], tags: readonly string[]): string {
  if (type === 'software' || genres.includes('Software') || tags.includes('software')) return 'Software';
  if (/\baccount\b/i.test(name)) return 'Account';
  if (/\bgift card\b/i.test(name) || tags.includes('prepaid')) return 'Gift Card';
  return tags.includes('dlc') || /\bDLC\b/.test(name) ? 'DLC' : 'Game';
}

/** Some lines carry all languages in one text, with HTML in it: `English<strong>*</strong>, French<br>…`. */
function languagesOf(reader: LineReader): string[] {
  const names = reader.texts('languages', 1000).flatMap((text) => plainText(text.replace(/<br\b.*$/is, '')).split(','));
  return [
    ...new Set(names.map((name) => name.replaceAll('*', '').trim()).filter((name) => name !== '' && name.length <= LONGEST_LANGUAGE)),
  ];
}

/** Regions of the shop's own, else the supplier's one; "Region free" is none. */
function regionsOf(reader: LineReader): string[] {
  const own = reader.texts('regions', LONGEST_REGION);
  if (own.length > 0) return own;
  const region = reader.text('regionalLimitations', LONGEST_REGION);
  return region === null || /^region free$/i.test(region) ? [] : [region];
}

/** Codes in the order of the alphabet, so that a feed that only mixes them changes nothing. */
function excludedCountries(reader: LineReader): string[] {
  const excluded = reader.texts('countryLimitation', LONGEST_REGION, 2 * COUNTRY_CODES.length).flatMap((text) => {
    const code = countryCode(text);
    if (code === null) reader.warn(`unknown country "${text}" left out of countryLimitation`);
    return code ?? [];
  });
  return [...new Set(excluded)].sort();
}

function dateOf(reader: LineReader): string | null {
  const text = reader.text('releaseDate', 60);
  if (text === null) return null;
  const date = /^(\d{4})-(\d{2})-(\d{2})/.exec(text)?.[0];
  const isReal = date !== undefined && !Number.isNaN(Date.parse(`${date}T00:00:00Z`)) && instantOf(date)?.startsWith(date) === true;
  if (!isReal) reader.warn('unreadable releaseDate left out');
  return isReal ? date : null;
}

function instantOf(text: string | null): string | null {
  const at = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** 0 means no limit, like an absent value. */
function limitOf(reader: LineReader): number | null {
  return reader.whole('limt_per_basket', 0, LARGEST_ID) || null;
}

/** Without sales figures the critics' score is the best estimate of popularity. */
function scoreOf(line: Record<string, unknown>): number {
  const score = line.metacriticScore;
  return typeof score === 'number' && score > 0 && score <= 100 ? Math.round(score) : 0;
}

function minor(major: number | null): number | null {
  return major === null ? null : toMinor(major);
}
