import { MOST_COUNTED_MATCHES } from '@keyturn/shop-rules';
import type { ReadDatabase } from '../../../platform/database/read-database.ts';
import type { ListFilter } from '../application/catalogue-reads.ts';
import { searchQuestion, type SearchQuestion, wordQuery } from '../domain/search-words.ts';
import { LARGEST_MINOR, orderBy, pageWindow, type Statement } from './list-statement.ts';
import { CARD } from './listing-sql.ts';

const NOTHING = '{"products":[],"totalPages":0}';
const SIMILAR_WORDS = 6;

/** Finds by prefixes of words; where nothing has all of them, by words that are spelt alike. */
export async function searchText(database: ReadDatabase, query: string, filter: ListFilter): Promise<string> {
  const question = searchQuestion(query);
  if (question === null) return NOTHING;
  const exact = await json(database, searchStatement(question, question.tsquery, filter, 'named'));
  if (exact !== NOTHING) return exact;
  const guesses = await Promise.all(question.words.map((word) => similarWords(database, word)));
  const tsquery = question.words.map((word, index) => wordQuery([word, ...(guesses[index] ?? [])])).join(' & ');
  return json(database, searchStatement(question, tsquery, filter, 'alike'));
}

async function similarWords(database: ReadDatabase, word: string): Promise<string[]> {
  const rows = await database.rows<{ word: string }>('search-similar-words', 'select similar_words($1, $2) as word', [word, SIMILAR_WORDS]);
  return rows.map((row) => row.word);
}

async function json(database: ReadDatabase, { name, text, values }: Statement): Promise<string> {
  const [row] = await database.rows<{ json: string }>(name, text, values);
  return row?.json ?? NOTHING;
}

/** How near a name is to what was typed comes before popularity, unless another order is asked for. */
const nearness = {
  named: `case when search_name = $2 then 0 when starts_with(search_name, $2 || ' ') then 1 when starts_with(search_name, $2) then 2 else 3 end`,
  alike: '-round(similarity(search_name, $2)::numeric, 1)',
} as const;

export function searchStatement(question: SearchQuestion, tsquery: string, filter: ListFilter, kind: keyof typeof nearness): Statement {
  const money = `${filter.currency.toLowerCase()}_minor`;
  const values: unknown[] = [tsquery, question.name];
  const put = (value: unknown) => `$${values.push(value)}`;
  const where = ['search_vector @@ $1::tsquery', 'not is_hidden', '$2::text is not null'];
  const hasPrice = filter.minMinor > 0 || filter.maxMinor < LARGEST_MINOR;
  if (hasPrice) where.push(`${money} between ${put(filter.minMinor)} and ${put(filter.maxMinor)}`);
  if (filter.genres.length > 0) where.push(`genres && ${put(filter.genres)}::text[]`);
  const { offset, rows } = pageWindow(filter);
  const order = filter.order === null ? `nearness, ${orderBy('popular', money)}` : orderBy(filter.order, money);
  const limit = put(filter.limit);
  const text = `with matches as materialized (
      select product_id, popularity, newest, search_name, ${money}, ${nearness[kind]} as nearness from listing where ${where.join(' and ')}
    ), page as (
      select product_id, row_number() over (order by ${order}) as place from matches order by ${order} limit ${put(rows)} offset ${put(offset)}
    )
    select '{"products":[' || coalesce((select string_agg(${CARD}, ',' order by place) from page join listing using (product_id)), '')
      || '],"totalPages":' || (least((select count(*) from matches), ${MOST_COUNTED_MATCHES}) + ${limit}::integer - 1) / ${limit}::integer || '}' as json`;
  return { name: `search ${kind} ${filter.order ?? 'relevance'} ${money} ${hasPrice} ${filter.genres.length > 0}`, text, values };
}
