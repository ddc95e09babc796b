import fastify from 'fastify';
import pg from 'pg';

/**
 * The baseline: bare Fastify and `pg` on the same tables, with the plainest statements that answer the same bytes in one round trip
 * each. No framework, no validation, no security headers, no ETag, no cache. Started with DATABASE_URL, PORT and API_ORIGIN.
 * `/prepared` before the path of a product: its whole answer from one column of a table that the bench has filled.
 */
const { DATABASE_URL: connectionString, PORT: port, API_ORIGIN: origin = '' } = process.env;
const pool = new pg.Pool({ connectionString, max: 10 });
const server = fastify();
const json = 'application/json; charset=utf-8';
const LIMIT = 16;
const MOST_COUNTED = 10_000;

interface Listed {
  readonly card: string;
  readonly stock: number;
  readonly limit_per_basket: number | null;
}

const cardOf = ({ card, stock, limit_per_basket }: Listed) =>
  `${card}"qty":${stock},"mqte":${Math.min(stock, limit_per_basket ?? 99, 99)}}`;

const matching = `listing_genre where type = 'game' and platform = $1 and genre = $2 and eur_minor between $3 and $4`;
const list = {
  name: 'list',
  text: `select card, stock, limit_per_basket, counted.total from (
      select count(*)::integer as total from (select 1 from ${matching} limit ${MOST_COUNTED}) matches) counted
    left join (select product_id, popularity, newest from ${matching} order by popularity desc, newest desc, product_id limit ${LIMIT} offset $5) page on true
    left join listing using (product_id) order by page.popularity desc, page.newest desc, page.product_id`,
};

server.get<{ Params: { platform: string }; Querystring: Record<string, string> }>('/products/kinguin/:platform', async (request, reply) => {
  const { genres, minPrice, maxPrice, page } = request.query;
  const values = [request.params.platform, genres, Number(minPrice) * 100, Number(maxPrice) * 100, (Number(page ?? 1) - 1) * LIMIT];
  const { rows } = await pool.query<Listed & { card: string | null; total: number }>({ ...list, values });
  const cards = rows.filter((row) => row.card !== null).map(cardOf);
  reply.type(json);
  return `{"products":[${cards.join(',')}],"totalPages":${Math.ceil((rows[0]?.total ?? 0) / LIMIT)}}`;
});

const detail = {
  name: 'detail',
  text: `select product.*, listing.card, listing.stock from product join listing on listing.product_id = product.id where kinguin_id = $1 and not listing.is_hidden`,
};

interface ProductRow extends Listed {
  readonly cover_image: string;
  readonly screenshot_images: readonly string[];
  readonly details: Readonly<Record<string, unknown>>;
  readonly [column: string]: unknown;
}

server.get<{ Params: { id: string } }>('/products/kinguinId/:id', async (request, reply) => {
  const { rows } = await pool.query<ProductRow>({ ...detail, values: [Number(request.params.id)] });
  const [row] = rows;
  if (row === undefined) return reply.status(404).send();
  const cover = `${origin}/images/${row.cover_image}-640.webp`;
  const rest = {
    title: row.title,
    meta_description: row.meta_description,
    description: row.description,
    notes: row.notes,
    ageRating: row.age_rating,
    developers: row.developers,
    publishers: row.publishers,
    languages: row.languages,
    shiping: row.ship_time,
    unit: row.ship_unit,
    coverImageOriginal: cover,
    images: { cover: { url: cover }, screenshots: row.screenshot_images.map((image) => ({ url: `${origin}/images/${image}-1280.webp` })) },
    systemRequirements: row.details.systemRequirements ?? [],
    customSystem: row.details.customSystem ?? [],
    overView: row.details.overView ?? [],
    descriptions: row.details.descriptions ?? [],
  };
  reply.type(json);
  return `${cardOf(row).slice(0, -1)},${JSON.stringify(rest).slice(1)}`;
});

server.get<{ Params: { id: string } }>('/prepared/products/kinguinId/:id', async (request, reply) => {
  const { rows } = await pool.query<{ json: string }>({
    name: 'prepared',
    text: 'select json from bench_detail where kinguin_id = $1',
    values: [Number(request.params.id)],
  });
  reply.type(json);
  return rows[0]?.json;
});

interface HomeRow extends Listed {
  readonly id: string;
  readonly section_name: string;
  readonly is_featured: boolean;
  readonly after_slider_platform: boolean;
  readonly after_slider_price: boolean;
}

const home = {
  name: 'home',
  text: `select section.id, section_name, is_featured, after_slider_platform, after_slider_price, card, stock, limit_per_basket
    from home_section section join home_section_product entry on entry.section_id = section.id join listing using (product_id)
    where not listing.is_hidden order by section.position, entry.position`,
};

server.get('/home', async (_request, reply) => {
  const { rows } = await pool.query<HomeRow>(home);
  const sections = Map.groupBy(rows, ({ id }) => id);
  const featured = [...sections.values()].find(([first]) => first?.is_featured) ?? [];
  const others = [...sections.values()].flatMap((entries) => {
    const [first] = entries;
    if (first === undefined || first.is_featured) return [];
    const { id, section_name, after_slider_platform, after_slider_price } = first;
    return `{"id":${JSON.stringify(id)},"sectionName":${JSON.stringify(section_name)},"products":[${entries.map(cardOf).join(',')}],"after_slider_platform":${after_slider_platform},"after_slider_price":${after_slider_price}}`;
  });
  reply.type(json);
  return `[${[`[{"products":[${featured.map(cardOf).join(',')}]}]`, ...others].join(',')}]`;
});

await server.listen({ host: '127.0.0.1', port: Number(port) });
