/** Input into fields before their script was loaded. */
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Content = string | boolean;

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
const isTick = (field: Field): field is HTMLInputElement => field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type);
const contentOf = (field: Field): Content => (isTick(field) ? field.checked : field.value);

/** Has another value than the server rendered. */
function isChanged(field: Field): boolean {
  if (isTick(field)) return field.checked !== field.defaultChecked;
  if (!(field instanceof HTMLSelectElement)) return field.value !== field.defaultValue;
  const options = [...field.options];
  const written = Math.max(
    0,
    options.findIndex((option) => option.defaultSelected),
  );
  return field.selectedIndex !== written;
}

/**
 * Replays input into fields that are not hydrated yet, once they are. Includes values from before this script, unless the browser restored
 * them: it does on Back and reload.
 */
export function handOverFields(isAlive: (element: Element) => boolean): void {
  const early = new Map<Field, Content>();
  let isRunning = false;

  const note = (field: Field) => {
    if (isAlive(field)) return;
    early.set(field, contentOf(field));
    if (!isRunning) void handOver();
  };

  /** One field after the other, as one may change the page for the next. */
  const handOver = async () => {
    isRunning = true;
    while (early.size > 0) {
      for (const [field, content] of early) {
        if (!isAlive(field) && field.isConnected) continue;
        early.delete(field);
        if (field.isConnected) enter(field, content);
        await new Promise((resolve) => setTimeout(resolve));
      }
      await new Promise(requestAnimationFrame);
    }
    isRunning = false;
  };

  // Hydrated elements, also by this event, have handled it by then.
  const noteLater = ({ target }: Event) => void (isField(target) && setTimeout(() => note(target)));
  for (const type of ['input', 'change']) document.addEventListener(type, noteLater, true);
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (visit?.type !== 'navigate') return;
  for (const field of document.querySelectorAll<Field>('input, textarea, select')) if (isChanged(field)) note(field);
}

/** React detects a change by its last known value: set the opposite first. */
function enter(field: Field, content: Content): void {
  if (isTick(field)) {
    field.checked = content !== true;
    field.click();
    return;
  }
  const { selectionStart, selectionEnd } = field instanceof HTMLSelectElement ? { selectionStart: null, selectionEnd: null } : field;
  field.value = '';
  // React intercepts the element's own value setter and would ignore the change.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value')?.set?.call(field, content);
  if (selectionStart !== null && !(field instanceof HTMLSelectElement)) field.setSelectionRange(selectionStart, selectionEnd);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
