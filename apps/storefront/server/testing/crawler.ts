import { storefront } from './storefront.ts';

/** The text that a crawler without scripts reads on a page without first view. */
export async function crawl(url: string, answers: Record<string, unknown>) {
  const shop = await storefront({ answers, renderView: () => Promise.reject(new Error('Nothing is rendered here.')) });
  const { statusCode, body } = await shop.get(url);
  const one = (pattern: RegExp) => {
    const found = [...body.matchAll(pattern)].map(([, text]) => text);
    if (found.length > 1) throw new Error(`${pattern} stands ${found.length} times`);
    return found[0];
  };
  const meta = (name: string) => one(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`, 'g'));
  const data = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
    ([, text]) => JSON.parse(text ?? '') as { '@type': string } & Record<string, unknown>,
  );
  return {
    shop,
    status: statusCode,
    body,
    title: one(/<title>(.*?)<\/title>/g),
    canonical: one(/<link rel="canonical" href="([^"]*)"/g),
    meta,
    text: /<noscript>(.*?)<\/noscript>/s.exec(body)?.[1] ?? '',
    data: (type: string) => data.find((entry) => entry['@type'] === type),
    dataTypes: data.map((entry) => entry['@type']),
  };
}
