import { imageIdIn, imagePath } from '../../../../platform/images/recipe.ts';
import type { LineReader } from './line-reader.ts';
import { plainText, safeHtml } from '../../../../platform/html/safe-html.ts';

export const LONGEST_HTML = 200_000;
const ILLUSTRATION_WIDTH = 640;

/** System requirements, overview and description blocks as safe HTML, with the pictures that they reference by paths of this shop. */
export function detailsOf(reader: LineReader): object {
  const pairs = (field: string) =>
    reader.records(field).map((entry) => ({ title: entry.text('title', 200) ?? '', value: entry.text('value', 5000) ?? '' }));
  const descriptions = reader.records('descriptions').map((block) => {
    const typeDesc = block.text('typeDesc', 40) ?? 'Paragraph';
    const picture = typeDesc === 'Paragraph' ? null : imageIdIn(block.text('image', 100) ?? '');
    return {
      typeDesc,
      shortTitle: plain(block, 'shortTitle', 300) ?? '',
      shortDesc: safeHtml(block.text('shortDesc', LONGEST_HTML) ?? ''),
      image: picture === null ? null : imagePath(picture, ILLUSTRATION_WIDTH),
      postionImage: block.text('postionImage', 40),
    };
  });
  const systemRequirements = reader.records('systemRequirements').map((set) => ({
    system: set.text('system', 200) ?? '',
    requirement: set.texts('requirement', 2000).map(plainText),
  }));
  return { systemRequirements, customSystem: pairs('customSystem'), overView: pairs('overView'), descriptions };
}

/** One line of text without tags, entities decoded; null when there is none. */
export function plain(reader: LineReader, field: string, longest: number): string | null {
  const text = reader.text(field, longest);
  return text === null ? null : plainText(text).replace(/\s+/g, ' ').trim() || null;
}
