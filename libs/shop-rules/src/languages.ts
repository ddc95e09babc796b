/** Flag country codes of languages. Other languages are shown by name alone. */
export const LANGUAGE_FLAGS: Readonly<Record<string, string>> = {
  French: 'FR',
  English: 'GB',
  Italian: 'IT',
  Spanish: 'ES',
  Russian: 'RU',
  Japanese: 'JP',
  German: 'DE',
  Korean: 'KR',
  Chinese: 'CN',
  Portuguese: 'PT',
};

/** Distinct languages with "Global" first, under its shown name "Multilingual". */
export function shownLanguages(languages: readonly string[]): string[] {
  const distinct = [...new Set(languages)];
  const others = distinct.filter((language) => language !== 'Global');
  return distinct.includes('Global') ? ['Multilingual', ...others] : others;
}
