import { initials } from '@keyturn/shop-rules';
import { Picture } from './picture.tsx';

interface CoverProps {
  path: string;
  name: string;
  /** The `sizes` of the picture, in CSS. */
  sizes: string;
  /** Only for the largest picture of the first view. */
  isFirst?: boolean;
  isEager?: boolean;
  className?: string | undefined;
}

/** A cover of 3:4, with the name's initials as a fallback. Decoration beside the product's name. */
export function Cover({ name, ...picture }: CoverProps) {
  return <Picture {...picture} shape="cover" initials={initials(name)} />;
}
