/** Outlines the part of the button that is pressed, until it is pressed again. */
export function wireParts() {
  const outline = new CSSStyleSheet();
  document.adoptedStyleSheets.push(outline);
  const note = document.getElementById('part-note');
  const buttons = document.querySelectorAll('[data-part]');
  for (const button of buttons) {
    if (!(button instanceof HTMLElement)) continue;
    const { part = '', what = '' } = button.dataset;
    button.addEventListener('click', () => {
      const isPressed = button.getAttribute('aria-pressed') !== 'true';
      for (const other of buttons) other.setAttribute('aria-pressed', 'false');
      button.setAttribute('aria-pressed', String(isPressed));
      const rule = `card-checkout::part(${part}) { outline: 2px dashed; outline-offset: 3px; }`;
      outline.replaceSync(isPressed ? rule : '');
      if (note) note.textContent = isPressed ? `${part}: ${what}.` : '';
    });
  }
}
