/** What decides how an element is shown where no style sheet is: its name and these attributes. */
const DECISIVE = ['type', 'hidden', 'open', 'disabled'];

/**
 * jsdom holds every element against each rule of its own style sheet, whenever a query asks whether it can be seen. Here that is done once
 * for elements of one kind, as no test brings a style sheet along; an element with a style of its own, or inside of one, is worked out.
 */
export function rememberStyles(): void {
  const compute = window.getComputedStyle.bind(window);
  const known = new Map<string, CSSStyleDeclaration>();
  window.getComputedStyle = (element, part) => {
    if (part || document.styleSheets.length > 0 || isStyled(element)) return compute(element, part);
    const kind = [element.localName, ...DECISIVE.map((name) => element.getAttribute(name) ?? 'none')].join('|');
    const style = known.get(kind) ?? compute(element);
    known.set(kind, style);
    return style;
  };
}

/** A value that is only handed on to style sheets (`--name`) shows nothing. */
const SHOWN = /(?:^|;)\s*(?!--)\w/;

function isStyled(element: Element): boolean {
  for (let at: Element | null = element; at; at = at.parentElement) if (SHOWN.test(at.getAttribute('style') ?? '')) return true;
  return false;
}
