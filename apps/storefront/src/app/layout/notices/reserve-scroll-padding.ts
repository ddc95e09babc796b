/**
 * A ref that sets `property` of the document to the height that the element covers at the lower edge, with `belowPx` between both: focused
 * and other fixed elements stay clear of it. Its height depends on its lines.
 */
export const reserveScrollPadding = (property: '--notice' | '--lost', belowPx: number) => (element: HTMLElement | null) => {
  if (!element) return;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty(property, `${element.offsetHeight + belowPx}px`));
  observer.observe(element);
  return () => {
    observer.disconnect();
    style.removeProperty(property);
  };
};
