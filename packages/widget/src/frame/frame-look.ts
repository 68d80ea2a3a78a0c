import type { Look, Place } from '../isolated/page-messages.ts';
import stylesheet from './frame.css?inline';

/** The custom properties of the element, and of the challenge's dialog. */
const isOurs = /^--(card-checkout-|_page-)/;

/** `none` or nothing: another value could hide the button as well, and with it the amount. */
const buttonDisplay = '--card-checkout-button';

/** Dresses the frame's document as the page around it. */
export class FrameLook {
  constructor() {
    const styles = new CSSStyleSheet();
    styles.replaceSync(stylesheet);
    document.adoptedStyleSheets = [styles];
  }

  /**
   * Values go into single declarations, so none of them can add a rule or a selector.
   * Returns whether the page hides the form's button.
   */
  apply({ variables, root, body, direction, language }: Look): boolean {
    const { documentElement } = document;
    const { colorScheme, fontSize: rootSize } = root;
    const { fontFamily, fontSize, fontStyle, fontWeight, lineHeight } = body;
    documentElement.dir = direction;
    documentElement.lang = language;
    const isButtonHidden = variables[buttonDisplay]?.trim() === 'none';
    for (const [name, value] of Object.entries(variables)) {
      if (isOurs.test(name)) documentElement.style.setProperty(name, value);
    }
    documentElement.style.setProperty(buttonDisplay, isButtonHidden ? 'none' : '');
    Object.assign(documentElement.style, { colorScheme, fontSize: rootSize });
    const inherited = { fontFamily, fontSize, fontStyle, fontWeight, lineHeight };
    Object.assign(document.body.style, inherited);
    return isButtonHidden;
  }

  /** Keeps the form where it was while the frame covers the page. */
  place(place: Place | undefined): void {
    const { documentElement, body } = document;
    documentElement.classList.toggle('grown', place !== undefined);
    const { x, y, width } = place ?? { x: 0, y: 0, width: undefined };
    const size = width === undefined ? '' : `${width}px`;
    Object.assign(body.style, { left: `${x}px`, top: `${y}px`, width: size });
  }
}
