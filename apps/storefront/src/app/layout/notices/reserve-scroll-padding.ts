/**
 * A ref that tells the stylesheet how much of the lower edge the element covers, with `belowPx` between both, as `property` of the document:
 * what gets the focus, and what else is fixed there, keeps clear of it. Its height depends on its lines.
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
