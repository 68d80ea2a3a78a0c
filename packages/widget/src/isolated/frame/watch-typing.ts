import type { CardCheckout } from '../../element/card-checkout.ts';

interface TypingHooks {
  /** Runs for each key, before the form takes it. */
  onType(): void;
  /** Runs when a text field has got or lost the focus. */
  onFocus(hasFocus: boolean): void;
  /** Runs when the buyer has moved from the text fields to another control of the form. */
  onLeave(): void;
  /** Runs when the buyer chooses installments or a kind, before the form takes the choice and updates. */
  onChoose(): void;
  /** Runs when the buyer presses the button, or Enter in a field, before the form takes it. */
  onPress(event: Event, isEnter: boolean): void;
}

export async function watchTyping(element: CardCheckout, hooks: TypingHooks): Promise<void> {
  const onInput = (event: Event): void => {
    if (isText(event.composedPath()[0])) hooks.onType();
    else hooks.onLeave();
  };
  // On the element, so before the form's own listeners, which are in its shadow root.
  for (const type of ['beforeinput', 'input']) element.addEventListener(type, onInput, true);
  const onFocusIn = ({ target }: Event): void => {
    const hasFocus = isText(target);
    // What a script moves the focus for, such as an outcome, is told before the field counts.
    if (hasFocus && element.isMovingFocus) setTimeout(() => hooks.onFocus(hasTextFocus(element)));
    else hooks.onFocus(hasFocus);
    if (!hasFocus && !element.isMovingFocus) hooks.onLeave();
  };
  const onFocusOut = (event: Event): void => {
    if (event instanceof FocusEvent && !isText(event.relatedTarget)) hooks.onFocus(false);
  };
  const onChange = ({ target }: Event): void => {
    if (target instanceof Element && target.matches('[name=installments], [name=kind]'))
      hooks.onChoose();
  };
  const onClick = (event: Event): void => {
    if (!(event.target instanceof Element && event.target.closest('.pay'))) return;
    // Enter clicks the button, too, with no count of clicks.
    const isEnter = event instanceof UIEvent && event.detail === 0 && hasTextFocus(element);
    hooks.onPress(event, isEnter);
  };
  // Before that, there is no shadow root.
  await element.updateComplete;
  const { renderRoot } = element;
  renderRoot.addEventListener('focusin', onFocusIn, true);
  renderRoot.addEventListener('focusout', onFocusOut, true);
  renderRoot.addEventListener('change', onChange, true);
  renderRoot.addEventListener('click', onClick, true);
}

/** Whether the buyer's next key goes to a text field. */
export function hasTextFocus({ shadowRoot }: CardCheckout): boolean {
  const field = shadowRoot?.activeElement;
  return document.hasFocus() && isText(field) && field.checkVisibility();
}

export function blurField({ shadowRoot }: CardCheckout): void {
  const field = shadowRoot?.activeElement;
  if (isText(field)) field.blur();
}

export function isText(target: unknown): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.type === 'text';
}
