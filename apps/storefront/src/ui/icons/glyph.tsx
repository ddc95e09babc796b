import sprite from './glyphs.svg';

/** A one-colour brand or platform glyph out of the sprite. Decoration: the word beside it carries the meaning. */
export function Glyph({ name, size = 16, className }: { name: string; size?: number; className?: string | undefined }) {
  return (
    <svg className={className} width={size} height={size} fill="currentColor" aria-hidden="true" focusable="false">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
