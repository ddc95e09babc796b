import { GENRES } from '@keyturn/shop-rules';

/** As many as the real feed that the import was first measured with. */
const FEED_LINES = 17_827;

const first = ['Dark', 'Lost', 'Iron', 'Silent', 'Hollow', 'Frozen', 'Golden', 'Savage', 'Hidden', 'Crimson'];
const second = ['Quest', 'Empire', 'Harbour', 'Kingdom', 'Signal', 'Garden', 'Frontier', 'Lantern', 'Odyssey', 'Station'];
const sentence = 'Explore a hand-made world, trade with its people and decide how the story ends. ';

/** Supplier objects of the usual size, the same in every run. */
export function* feedLines(count = FEED_LINES): Generator<string> {
  for (let index = 0; index < count; index += 1) {
    const name = `${first[index % 10]} ${second[Math.floor(index / 10) % 10]} ${index}`;
    yield JSON.stringify({
      kinguinId: 300_000_000 + index,
      productId: index.toString(16).padStart(24, '0'),
      name: `${name} Steam CD Key`,
      originalName: name,
      description: index % 8 === 0 ? `<p>${sentence.repeat(12)}</p>` : '',
      developers: [`${second[index % 10]} Studios`],
      publishers: [`${first[(index >> 3) % 10]} Games`],
      genres: [GENRES[index % 33], GENRES[(index * 7) % 33]],
      platform: index % 20 === 0 ? 'Epic Games' : 'Steam',
      releaseDate: `20${String(10 + (index % 15))}-0${1 + (index % 9)}-1${index % 10}`,
      qty: index % 200,
      textQty: index % 200,
      price: 1 + ((index * 37) % 5900) / 100,
      cheapestOfferId: [index.toString(16).padStart(24, 'f')],
      isPreorder: false,
      regionId: 3,
      regionalLimitations: 'Region free',
      languages: ['English', 'German', 'French'],
      ageRating: 'PEGI 12',
      systemRequirements:
        index % 3 === 0
          ? [
              {
                system: 'Windows',
                requirement: [
                  'OS: Windows 10',
                  'Processor: 4 cores',
                  'Memory: 8 GB RAM',
                  'Graphics: 4 GB',
                  'Storage: 20 GB available space',
                ],
              },
            ]
          : [],
      tags: ['base'],
      images: { screenshots: [], cover: {} },
      updatedAt: '2026-01-01T00:00:00+00:00',
    });
  }
}
