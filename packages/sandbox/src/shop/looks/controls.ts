import { html, type Html } from '../../web/html.ts';
import { colorProperties, fonts, lengthProperties, type ColorProperty } from './properties.ts';
import { themes, type Theme } from './themes.ts';

/** Writes the form of the page `/looks`; whatever is chosen in it changes the preview at once. */
export function looksForm(): Html {
  return html`<form id="looks" autocomplete="off">
    ${group('Tema', html`<div class="themes">${Object.entries(themes).map(themeChoice)}</div>`)}
    ${group('Cores', html`${colorTable()} ${contrasts()}`)}
    ${group('Forma e letra', html`${lengthChoices()}${fontChoice()}`)}
    ${group('Página', pageChoices())} ${group('Exemplos de CSS', ruleChoices())}
  </form>`;
}

function group(title: string, content: Html): Html {
  return html`<fieldset class="group">
    <legend>${title}</legend>
    ${content}
  </fieldset>`;
}

function themeChoice([id, theme]: [string, Theme], index: number): Html {
  return html`<label class="theme">
    <input
      type="radio"
      name="theme"
      value="${id}"
      data-values="${JSON.stringify(valuesOf(theme))}"
      ${checked(index === 0)}
    />
    ${swatch(theme)} ${theme.title}
  </label>`;
}

/** Gives the values of the form's fields under a theme; the others are as the element has them. */
function valuesOf({ colors, lengths = {}, font }: Theme): Record<string, string> {
  return Object.fromEntries([
    ...Object.entries(colors).flatMap(([name, [light, dark]]) => [
      [`${name}-light`, light],
      [`${name}-dark`, dark],
    ]),
    ...Object.entries(lengths).map(([name, pixels]) => [name, String(pixels)]),
    ...(font === undefined ? [] : [['font', font]]),
  ]);
}

/** Draws a theme's surface, text and accent, light over dark. */
function swatch({ colors }: Theme): Html {
  const [surface, text, accent] = (['surface', 'text', 'accent'] as const).map(
    (name) => colors[name] ?? colorProperties.find((property) => property.name === name)?.colors,
  );
  return html`<svg class="swatch" viewBox="0 0 48 32" aria-hidden="true">
    ${[0, 1].map(
      (scheme) =>
        html`<g transform="translate(0 ${scheme * 16})">
          <rect width="48" height="16" fill="${surface?.[scheme]}" />
          <rect x="6" y="6.5" width="14" height="3" rx="1.5" fill="${text?.[scheme]}" />
          <rect x="26" y="4" width="16" height="8" rx="3" fill="${accent?.[scheme]}" />
        </g>`,
    )}
  </svg>`;
}

function colorTable(): Html {
  return html`<table class="colors">
    <thead>
      <tr>
        <th scope="col">Propriedade</th>
        <th scope="col">Claro</th>
        <th scope="col">Escuro</th>
      </tr>
    </thead>
    <tbody>
      ${colorProperties.map(colorRow)}
    </tbody>
  </table>`;
}

function colorRow({ name, title, colors: [light, dark] }: ColorProperty): Html {
  const input = (scheme: string, inWords: string, color: string): Html =>
    html`<td>
      <input
        type="color"
        name="${name}-${scheme}"
        value="${color}"
        aria-label="${title}, ${inWords}"
      />
    </td>`;
  return html`<tr>
    <th scope="row">${title} ${propertyName(name)}</th>
    ${input('light', 'no claro', light)} ${input('dark', 'no escuro', dark)}
  </tr>`;
}

function lengthChoices(): Html {
  return html`${lengthProperties.map(
    ({ name, title, byDefault, min, max }) =>
      html`<label class="length">
        <span>${title} ${propertyName(name)}</span>
        <input type="range" name="${name}" min="${min}" max="${max}" value="${byDefault}" />
        <output data-of="${name}">${byDefault} px</output>
      </label>`,
  )}`;
}

function fontChoice(): Html {
  return html`<label class="font">
    <span>Letra ${propertyName('font')}</span>
    <select name="font">
      ${Object.entries(fonts).map(([title, font]) => html`<option value="${font}">${title}</option>`)}
    </select>
  </label>`;
}

function contrasts(): Html {
  return html`<details>
    <summary>Contraste <output id="contrast-result"></output></summary>
    <p class="lead">
      Como a WCAG 2.2 o mede, no claro e no escuro: ao menos 4,5 para textos, 3 para bordas e
      sinais.
    </p>
    <ul id="contrasts" class="contrasts"></ul>
  </details>`;
}

function pageChoices(): Html {
  return html`${choices('Esquema de cores', 'scheme', [
    ['light dark', 'Do sistema'],
    ['light', 'Claro'],
    ['dark', 'Escuro'],
  ])}
  ${choices('Largura', 'width', [
    ['full', 'Toda'],
    ['520', '520 px'],
    ['360', '360 px'],
  ])}
  ${choices('Direção do texto', 'dir', [
    ['ltr', 'Da esquerda'],
    ['rtl', 'Da direita'],
  ])}
  ${choices('Idioma', 'locale', [
    ['pt-BR', 'Português'],
    ['en', 'Inglês'],
    ['es', 'Espanhol'],
  ])}
  ${choices('Formas de pagamento', 'kinds', [
    ['credit', 'Crédito'],
    ['debit', 'Débito'],
    ['credit debit', 'As duas'],
  ])}
  ${checkbox('disabled', html`Desativado <code>disabled</code>`)}`;
}

function ruleChoices(): Html {
  return html`${checkbox('button-rule', html`Botão em maiúsculas <code>::part(button)</code>`)}
  ${checkbox('label-rule', html`Rótulos discretos <code>::part(label)</code>`)}
  ${checkbox('paying-rule', html`Campos apagados ao pagar <code>:state(paying)</code>`)}`;
}

function choices(
  title: string,
  name: string,
  options: readonly (readonly [value: string, text: string])[],
): Html {
  return html`<div class="choices" role="radiogroup" aria-label="${title}">
    <span aria-hidden="true">${title}</span>
    <div class="segments">
      ${options.map(
        ([value, text], index) =>
          html`<label>
            <input type="radio" name="${name}" value="${value}" ${checked(index === 0)} />
            <span>${text}</span>
          </label>`,
      )}
    </div>
  </div>`;
}

function checkbox(name: string, content: Html): Html {
  return html`<label class="check"
    ><input type="checkbox" name="${name}" /><span>${content}</span></label
  >`;
}

function propertyName(name: string): Html {
  return html`<code>--card-checkout-${name}</code>`;
}

function checked(isChecked: boolean): Html | undefined {
  return isChecked ? html`checked` : undefined;
}
