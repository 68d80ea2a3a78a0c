/**
 * Gives what a field of the form says; '' for a box that is not checked.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export function valueOf(form, name) {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value : '';
}

const lookFields = '[type=color],[type=range],[name=font]';

/**
 * Gives the fields that make up a look, each with the element's own value.
 * @param {HTMLFormElement} form
 * @returns {{ name: string, value: string, byDefault: string, set: (value: string) => void }[]}
 */
export function lookFieldsOf(form) {
  return [...form.querySelectorAll(lookFields)].flatMap((field) => {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return [];
    const byDefault =
      field instanceof HTMLInputElement ? field.defaultValue : (field.options[0]?.value ?? '');
    const set = (/** @type {string} */ value) => {
      field.value = value;
    };
    return [{ name: field.name, value: field.value, byDefault, set }];
  });
}

/**
 * Puts a theme's values into the form; what it leaves out gets the element's own.
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} theme
 */
export function takeTheme(form, theme) {
  const values = new Map(Object.entries(JSON.parse(theme.dataset['values'] ?? '{}')));
  for (const { name, byDefault, set } of lookFieldsOf(form)) set(values.get(name) ?? byDefault);
}

/**
 * Says by the theme's radio buttons that the look is none of the ready-made ones any more.
 * @param {HTMLFormElement} form
 */
export function leaveTheme(form) {
  const theme = chosenTheme(form);
  if (theme) theme.checked = false;
}

/** @param {HTMLFormElement} form */
export function chosenTheme(form) {
  const theme = form.querySelector('[name=theme]:checked');
  return theme instanceof HTMLInputElement ? theme : undefined;
}

/** @param {EventTarget | null} target */
export function isLookField(target) {
  return target instanceof Element && target.matches(lookFields);
}
