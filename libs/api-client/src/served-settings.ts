let whileRendering: Readonly<Record<string, string>> | null = null;

/** A setting that the storefront's server writes into the page's head, so that one build serves any address. Empty where it does not. */
export function servedSetting(name: string): string {
  if (whileRendering !== null) return whileRendering[name] ?? '';
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}

/** The same settings for a process that has no document: the server that renders the first view. */
export function renderWithSettings(settings: Readonly<Record<string, string>>): void {
  whileRendering = settings;
}
