const STOPS = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]';

/** Where Tab can stop inside the element, in order: of some radio buttons of one name only the chosen one, where one is. */
function stopsIn(element: HTMLElement): HTMLElement[] {
  const all = [...element.querySelectorAll<HTMLElement>(STOPS)];
  return all.filter((stop) => {
    if (stop.tabIndex < 0 || stop.closest('[inert]') || stop.getClientRects().length === 0) return false;
    const isOtherRadio = stop instanceof HTMLInputElement && stop.type === 'radio' && !stop.checked;
    return !isOtherRadio || !element.querySelector(`input[type="radio"][name="${CSS.escape(stop.name)}"]:checked`);
  });
}

/** After the last stop comes the first, and backwards: a modal dialog alone would hand the focus to the window's own bars. */
export function loopFocus(element: HTMLElement, event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'preventDefault'>): void {
  if (event.key !== 'Tab') return;
  const stops = stopsIn(element);
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  const isAtEdge = document.activeElement === from || (event.shiftKey && !stops.some((stop) => stop === document.activeElement));
  if (!isAtEdge || !to) return;
  event.preventDefault();
  to.focus();
}
