import { valueOf } from './looks-fields.js';

/** Colors that meet in the element, with the contrast that WCAG 2.2 asks for (1.4.3, 1.4.11). */
export const pairs = /** @type {const} */ ([
  { title: 'Texto', on: 'text', under: 'surface', least: 4.5 },
  { title: 'Texto no campo', on: 'text', under: 'field', least: 4.5 },
  { title: 'Texto discreto', on: 'muted', under: 'surface', least: 4.5 },
  { title: 'Botão', on: 'on-accent', under: 'accent', least: 4.5 },
  { title: 'Cancelar', on: 'accent', under: 'surface', least: 4.5 },
  { title: 'Erro sob o campo', on: 'danger', under: 'surface', least: 4.5 },
  { title: 'Aviso de erro', on: 'danger', under: 'danger-soft', least: 4.5 },
  { title: 'Borda e fundo', on: 'border', under: 'surface', least: 3 },
  { title: 'Borda e campo', on: 'border', under: 'field', least: 3 },
  { title: 'Sinal de aprovado', on: 'success', under: 'surface', least: 3 },
]);

/**
 * Gives the contrast of two colors, from 1 to 21 (WCAG 2.2, "contrast ratio").
 * @param {string} one as `#rrggbb`
 * @param {string} other
 */
export function contrast(one, other) {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/**
 * Lists the contrast of every pair, and marks those that are too low.
 * @param {HTMLFormElement} form
 */
export function showContrasts(form) {
  const items = pairs.map(({ title, on, under, least }) => {
    const item = document.createElement('li');
    item.append(title);
    for (const scheme of ['light', 'dark']) {
      const [one, other] = [on, under].map((name) => valueOf(form, `${name}-${scheme}`));
      item.append(figure(contrast(one ?? '', other ?? ''), least));
    }
    return item;
  });
  document.getElementById('contrasts')?.replaceChildren(...items);
  const low = items.filter((item) => item.querySelector('.low')).length;
  const result = document.getElementById('contrast-result');
  if (!result) return;
  result.textContent = low === 0 ? 'bom' : `${low} ${low === 1 ? 'baixo' : 'baixos'}`;
  result.classList.toggle('low', low > 0);
}

/**
 * @param {number} ratio
 * @param {number} least
 */
function figure(ratio, least) {
  const shown = document.createElement('span');
  const isLow = ratio < least;
  const rounded = (Math.floor(ratio * 10) / 10).toLocaleString('pt-BR');
  shown.textContent = isLow ? `${rounded} baixo` : rounded;
  shown.classList.toggle('low', isLow);
  return shown;
}

/** @param {string} color */
function luminance(color) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
