import { chosenTheme, isLookField, leaveTheme, lookFieldsOf, takeTheme } from './looks-fields.js';

/**
 * Keeps in the address what was chosen, so that a look can be kept and shared.
 * @param {HTMLFormElement} form
 */
export function saveToAddress(form) {
  const isReadyMade = chosenTheme(form) !== undefined;
  const kept = new URLSearchParams();
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
    const isLeftOut = isReadyMade && isLookField(field);
    if (!isLeftOut && isChosen(field)) kept.set(field.name, field.value);
  }
  const hash = kept.size > 0 ? `#${kept}` : '';
  history.replaceState(null, '', `${location.pathname}${location.search}${hash}`);
  const slow = document.getElementById('slow');
  if (slow instanceof HTMLAnchorElement) slow.hash = hash;
}

/**
 * Puts into the form what the address keeps.
 * @param {HTMLFormElement} form
 */
export function restoreFromAddress(form) {
  for (const [name, value] of new URLSearchParams(location.hash.slice(1))) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = true;
    else if (field && 'value' in field) field.value = value;
  }
  const theme = chosenTheme(form);
  if (theme && !theme.defaultChecked) takeTheme(form, theme);
  else if (lookFieldsOf(form).some(({ value, byDefault }) => value !== byDefault)) leaveTheme(form);
}

/**
 * Tells whether a field says anything else than at the beginning.
 * @param {HTMLInputElement | HTMLSelectElement} field
 */
function isChosen(field) {
  if (field instanceof HTMLSelectElement) return field.selectedIndex > 0;
  const isMark = field.type === 'checkbox' || field.type === 'radio';
  return isMark ? field.checked && !field.defaultChecked : field.value !== field.defaultValue;
}
