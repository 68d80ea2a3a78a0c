#!/bin/sh
# jquery-validation 1.22.1 and parsleyjs 2.9.2 (npm, with jquery 4.0.0): a handler that is `async` sends
# the form at once. `submitHandler: async () => { await pay(); … }` and such a listener of `form:submit`
# return a promise, which both libraries take for "go on": the order leaves before the payment has been
# asked for, also if that is declined later. Start the payment in a handler that returns `false`, and send
# the form yourself once it is paid.
#
# Seen: "jquery-validation: false kept, promise sent | parsley: false kept, promise sent".
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund jsdom@26.1.0 jquery@4.0.0 jquery-validation@1.22.1 parsleyjs@2.9.2
cat > run.cjs <<'END'
const { readFileSync } = require('node:fs');
const { JSDOM } = require('jsdom');

const sourceOf = (path) => readFileSync(`node_modules/${path}`, 'utf8');
const jquery = sourceOf('jquery/dist/jquery.js');

/** Submits a valid form by its button, and returns whether the page would send it. */
function submit(library, listen, answer) {
  const markup = '<form action="/order"><input name="note" value="gift"><button>Order</button></form>';
  const { window } = new JSDOM(markup, { runScripts: 'outside-only' });
  window.HTMLElement.prototype.scrollIntoView = () => {};
  window.HTMLFormElement.prototype.submit = () => (window.isSent = true);
  window.eval(jquery);
  window.eval(library);
  window.answer = answer;
  window.eval(listen);
  window.addEventListener('submit', (event) => {
    if (!event.defaultPrevented) window.isSent = true;
    event.preventDefault();
  });
  window.document.querySelector('button').click();
  return window.isSent ? 'sent' : 'kept';
}

const never = new Promise(() => {});
const seen = [
  ['jquery-validation', 'jquery-validation/dist/jquery.validate.js', 'jQuery("form").validate({ submitHandler: () => answer })'],
  ['parsley', 'parsleyjs/dist/parsley.js', 'jQuery("form").parsley().on("form:submit", () => answer)'],
].map(([name, path, listen]) => {
  const library = sourceOf(path);
  return `${name}: false ${submit(library, listen, false)}, promise ${submit(library, listen, never)}`;
}).join(' | ');
console.log(seen);
process.exitCode = seen === 'jquery-validation: false kept, promise sent | parsley: false kept, promise sent' ? 0 : 1;
END
node run.cjs
