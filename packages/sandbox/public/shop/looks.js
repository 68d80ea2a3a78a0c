import { restoreFromAddress, saveToAddress } from './looks-address.js';
import { showContrasts } from './looks-contrast.js';
import { colorOf, writeCss } from './looks-css.js';
import { isLookField, leaveTheme, takeTheme, valueOf } from './looks-fields.js';
import { wireParts } from './looks-parts.js';
import { showFresh, showSettings } from './looks-preview.js';
import { wireStates } from './looks-states.js';

const form = document.getElementById('looks');
if (!(form instanceof HTMLFormElement)) throw new Error('The page has no form "looks"');

/** Exactly what the page offers to copy. */
const copied = new CSSStyleSheet();
/** The ground on which the element stands. */
const ground = new CSSStyleSheet();
document.adoptedStyleSheets.push(copied, ground);

const shownCss = document.getElementById('css');
const said = document.getElementById('said');

/** @param {HTMLFormElement} looks */
function update(looks) {
  const css = writeCss(looks);
  copied.replaceSync(css);
  ground.replaceSync(`.stage { background: ${colorOf(looks, 'surface', 'light dark')}; }`);
  if (shownCss) shownCss.textContent = css;
  if (said) said.textContent = '';
  for (const output of looks.querySelectorAll('output[data-of]')) {
    if (!(output instanceof HTMLOutputElement)) continue;
    output.textContent = `${valueOf(looks, output.dataset['of'] ?? '')} px`;
  }
  showContrasts(looks);
  showSettings(looks);
  saveToAddress(looks);
}

async function copy() {
  await navigator.clipboard.writeText(shownCss?.textContent ?? '');
  if (said) said.textContent = 'Copiado.';
}

form.addEventListener('input', ({ target }) => {
  if (target instanceof HTMLInputElement && target.name === 'theme') takeTheme(form, target);
  else if (isLookField(target)) leaveTheme(form);
  update(form);
});
document.getElementById('copy')?.addEventListener('click', () => void copy());

restoreFromAddress(form);
update(form);
wireStates(form);
wireParts();
await showFresh(form);
