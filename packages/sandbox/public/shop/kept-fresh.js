const intervalMs = 2_000;

/** Writes centavos as reais. */
export const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/**
 * Shows what an address of the shop says, now and every two seconds; gives a function that does so at once.
 * @template Answer
 * @param {string} path
 * @param {(answer: Answer) => void} show
 * @returns {() => void}
 */
export function keepFresh(path, show) {
  const refresh = () => {
    fetch(path)
      .then((response) => response.json())
      .then(show)
      .catch(() => undefined);
  };
  setInterval(refresh, intervalMs);
  refresh();
  return refresh;
}

/**
 * Puts what is not in a list yet on its top; when the shop has begun anew, so does the list.
 * @template Entry
 * @param {string} id
 * @param {readonly Entry[]} entries oldest first
 * @param {(entry: Entry) => Element} describe
 */
export function addNew(id, entries, describe) {
  const list = document.getElementById(id);
  if (!list) return;
  if (list.childElementCount > entries.length) list.replaceChildren();
  for (const entry of entries.slice(list.childElementCount)) list.prepend(describe(entry));
}

/**
 * @param {string} name
 * @param {string} text
 */
export function element(name, text) {
  const created = document.createElement(name);
  created.textContent = text;
  return created;
}

/**
 * @param {string} at ISO 8601
 */
export function timeOf(at) {
  return element('time', new Date(at).toLocaleTimeString('pt-BR'));
}
