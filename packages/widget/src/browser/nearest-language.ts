/** Returns the nearest `lang` around an element, also outside its shadow roots. */
export function nearestLanguage(element: Element): string {
  const holder = element.closest<HTMLElement>('[lang]');
  if (holder) return holder.lang;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? nearestLanguage(root.host) : '';
}
