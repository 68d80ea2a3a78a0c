import type { CardCheckout } from '../element/card-checkout.ts';

interface TypingHooks {
  /** Runs for each key, before the form takes it. */
  onType(): void;
  /** Runs when the buyer has moved from one control of the form to another. */
  onLeave(): void;
  /** Runs when the buyer presses the button, before the form takes it. */
  onPress(event: Event): void;
}

/** Whether a script is moving the focus, because a field is full or for the page. */
let isMoving = false;

export async function watchTyping(element: CardCheckout, hooks: TypingHooks): Promise<void> {
  noteMoves();
  const onInput = (event: Event): void => {
    const [control] = event.composedPath();
    const isText = control instanceof HTMLInputElement && control.type === 'text';
    if (isText) hooks.onType();
    else hooks.onLeave();
  };
  const onFocusOut = (event: Event): void => {
    // There is no target if the page takes the focus between two keys, and gives it back.
    const isLeft = event instanceof FocusEvent && event.relatedTarget !== null;
    if (isLeft && !isMoving) hooks.onLeave();
  };
  for (const type of ['beforeinput', 'input']) element.addEventListener(type, onInput, true);
  // Before that, there is no shadow root.
  await element.updateComplete;
  const { renderRoot } = element;
  renderRoot.addEventListener('focusout', onFocusOut, true);
  renderRoot.addEventListener('submit', (event) => hooks.onPress(event), true);
}

/** Notes when a script moves the focus, which no event shows. Only ours run in this document. */
function noteMoves(): void {
  // oxlint-disable-next-line typescript/unbound-method -- It is called for the element below.
  const { focus } = HTMLElement.prototype;
  HTMLElement.prototype.focus = function (options) {
    isMoving = true;
    focus.call(this, options);
    isMoving = false;
  };
}
