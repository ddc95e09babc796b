/** What a visitor typed, ticked and chose before the script of a field was there. */
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Content = string | boolean;

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
const isTick = (field: Field): field is HTMLInputElement => field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type);
const contentOf = (field: Field): Content => (isTick(field) ? field.checked : field.value);

/** Holds something else than the server wrote. */
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
 * From now on what is put into a field that is not alive is put into it again once it is, as its visitor would have done. What was
 * there before this script counts, too, unless the browser has filled it in: on Back and on a reload it does.
 */
export function handOverFields(isAlive: (element: Element) => boolean): void {
  const early = new Map<Field, Content>();
  let isRunning = false;

  const note = (field: Field) => {
    if (isAlive(field)) return;
    early.set(field, contentOf(field));
    if (!isRunning) void handOver();
  };

  /** One field after the other: what the one changes in the page, the next finds there. */
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

  // What is alive, or becomes so by this very event, has heard of it by then.
  const noteLater = ({ target }: Event) => void (isField(target) && setTimeout(() => note(target)));
  for (const type of ['input', 'change']) document.addEventListener(type, noteLater, true);
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (visit?.type !== 'navigate') return;
  for (const field of document.querySelectorAll<Field>('input, textarea, select')) if (isChanged(field)) note(field);
}

/** React tells a change by what a field held when it last looked: it is shown the opposite first. */
function enter(field: Field, content: Content): void {
  if (isTick(field)) {
    field.checked = content !== true;
    field.click();
    return;
  }
  const { selectionStart, selectionEnd } = field instanceof HTMLSelectElement ? { selectionStart: null, selectionEnd: null } : field;
  field.value = '';
  // React hears what is set on the element itself, and takes it for its own doing.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value')?.set?.call(field, content);
  if (selectionStart !== null && !(field instanceof HTMLSelectElement)) field.setSelectionRange(selectionStart, selectionEnd);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
