import { illustrationRecipe, imageId, imagePath, type ImageRecipe } from '../../../../platform/images/recipe.ts';
import type { DrawnImage } from '../../domain/imported-product.ts';
import type { LineReader } from './line-reader.ts';
import { plainText, safeHtml } from '../../../../platform/html/safe-html.ts';

export const LONGEST_HTML = 200_000;
const ILLUSTRATION_WIDTH = 640;

/** Requirements, overview and blocks of description, safe to show, with the pictures that the blocks need. */
export function detailsOf(reader: LineReader, title: string): { details: object; illustrations: DrawnImage[] } {
  const illustrations: DrawnImage[] = [];
  const pairs = (field: string) =>
    reader.records(field).map((entry) => ({ title: entry.text('title', 200) ?? '', value: entry.text('value', 5000) ?? '' }));
  const descriptions = reader.records('descriptions').map((block, index) => {
    const typeDesc = block.text('typeDesc', 40) ?? 'Paragraph';
    const illustration = typeDesc === 'Paragraph' ? null : drawn(illustrationRecipe(title, `${title.toLowerCase()} ${index + 1}`));
    if (illustration) illustrations.push(illustration);
    return {
      typeDesc,
      shortTitle: plain(block, 'shortTitle', 300) ?? '',
      shortDesc: safeHtml(block.text('shortDesc', LONGEST_HTML) ?? ''),
      image: illustration ? imagePath(illustration.id, ILLUSTRATION_WIDTH) : null,
      postionImage: block.text('postionImage', 40),
    };
  });
  const systemRequirements = reader.records('systemRequirements').map((set) => ({
    system: set.text('system', 200) ?? '',
    requirement: set.texts('requirement', 2000).map(plainText),
  }));
  return { details: { systemRequirements, customSystem: pairs('customSystem'), overView: pairs('overView'), descriptions }, illustrations };
}

export function drawn(recipe: ImageRecipe): DrawnImage {
  return { id: imageId(recipe), recipe };
}

/** One line of text without tags, entities decoded; null when there is none. */
export function plain(reader: LineReader, field: string, longest: number): string | null {
  const text = reader.text(field, longest);
  return text === null ? null : plainText(text).replace(/\s+/g, ' ').trim() || null;
}
