export const styles = `
:root {
  --accent: light-dark(#0b57d0, #8ab4f8);
  --on-accent: light-dark(#fff, #0a1330);
  --text: light-dark(#16202e, #e8ecf3);
  --danger: light-dark(#b3261e, #ffb4ab);
  --muted: light-dark(#566273, #a3b0c2);
  --surface: light-dark(#fff, #171e2a);
  --line: light-dark(#dde2e9, #2b3546);
  --border: light-dark(#8592a5, #6a7890);
  color-scheme: light dark;
  font: 16px/1.5 system-ui, sans-serif;
}
* { box-sizing: border-box; }
body {
  max-width: 72rem;
  margin: 0 auto;
  padding: 0 1rem 2rem;
  color: var(--text);
  background: light-dark(#f5f6f8, #0f141d);
}
:is(h1, h2, h3, h4, p, ul, ol, fieldset) {
  margin: 0;
  padding: 0;
}
:is(ul, ol) { list-style: none; }
:focus-visible {
  outline: 3px solid var(--accent);
  outline-offset: 2px;
}
:is(h2, .news):focus-visible { outline: none; }

header, footer, .head, .actions {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem 1.5rem;
  align-items: center;
}
:is(header, .head) > :last-child { margin-left: auto; }
header { padding: 1rem 0; }
header form {
  display: flex;
  flex: 1 1 20rem;
  flex-wrap: wrap;
  gap: 0.25rem 0.5rem;
}
header label { flex: 1 0 100%; }
header input {
  flex: 1 1 0;
  min-width: 0;
  max-width: 28rem;
}
footer { margin-top: 1rem; }
header label, footer, .muted, h3, time {
  color: var(--muted);
  font-size: 0.875rem;
}
h1 { font-size: 1.375rem; }
h2 { font-size: 1.0625rem; }
h3 { margin-bottom: 0.5rem; }
h4, b, legend { font-size: 1rem; font-weight: 600; }
.count { color: var(--muted); font-weight: 400; }
a {
  display: inline-flex;
  align-items: center;
  min-height: 2.75rem;
  color: var(--accent);
}
h2, .id, code, li p { overflow-wrap: anywhere; }
code { font: 0.8125rem ui-monospace, monospace; }

button, .button, input, textarea {
  min-height: 2.75rem;
  padding: 0.375rem 0.875rem;
  color: inherit;
  font: inherit;
  text-decoration: none;
  background: var(--surface);
  border: 1px solid var(--border);
  border-radius: 8px;
}
button, .button {
  font-weight: 550;
  cursor: pointer;
}
:is(button, .button):hover { border-color: var(--text); }
.main {
  color: var(--on-accent);
  background: var(--accent);
  border-color: transparent;
}
:is([type='checkbox'], [type='radio']) {
  flex: none;
  width: 1.5rem;
  min-height: 1.5rem;
  margin: 0;
  accent-color: var(--accent);
}
textarea { width: 100%; }

main, section, section > form, fieldset, ol:not(.timeline) {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 1rem;
  border: none;
}
section {
  align-content: start;
  padding: 1.25rem;
}
section, .news {
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 12px;
}
.news {
  padding: 0.75rem 1.25rem;
  border-left: 3px solid var(--accent);
}
[role='alert'] { font-weight: 600; }
section > form > :is(button, .actions) { justify-self: start; }
.columns {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr));
  gap: 1.5rem 2.5rem;
}
.rows li {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem 1rem;
  align-items: center;
  padding: 0.75rem 0;
  border-top: 1px solid var(--line);
}
.rows div { flex: 1 1 12rem; }
.cards {
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(22rem, 100%), 1fr));
  gap: 1rem;
}
.card {
  display: grid;
  gap: 0.5rem;
  align-content: start;
  padding: 0.75rem 1rem 1rem;
  border: 1px solid var(--line);
  border-left-width: 4px;
  border-radius: 8px;
}
.card .actions { gap: 0.5rem; }
.card .actions > * { flex: 1 1 7rem; }
.card :is(button, .button) { justify-content: center; width: 100%; }
.card.money { border-left-color: var(--danger); }
.card.look_up { border-left-color: var(--accent); }
.banner { border-left-width: 4px; }
.banner.money { border-left-color: var(--danger); }
.rank { color: var(--muted); font-size: 0.8125rem; font-weight: 600; }
.money .rank { color: var(--danger); }
.pay { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: start; }
.pay > div { flex: 1 1 12rem; }
.pay > .button { flex: 1 0 100%; }
details .pay, details > div { padding: 0.75rem 0; border-top: 1px solid var(--line); }
summary { min-height: 2.75rem; padding: 0.5rem 0; font-weight: 600; cursor: pointer; }
.pick { padding: 0.625rem; }
/* A tap selects the whole line. */
.copy { user-select: all; }
.choice {
  display: flex;
  gap: 0.75rem;
  padding: 0.625rem 0.875rem;
  border: 1px solid var(--line);
  border-radius: 8px;
}
.choice:has(:checked) { border-color: var(--accent); }
.choice .muted { display: block; }
label[for='note'] { margin-bottom: -0.75rem; font-weight: 600; }
#note-hint { margin-top: -0.75rem; }
legend { margin-bottom: 0.5rem; padding: 0; }
.status {
  display: inline-block;
  padding: 0 0.5rem;
  color: var(--muted);
  font-size: 0.8125rem;
  font-weight: 550;
  border: 1px solid var(--line);
  border-radius: 99px;
}
.status:is(.approved, .unknown) { color: var(--text); border-color: currentcolor; }
.status.approved { color: var(--accent); }
.timeline li {
  padding: 0 0 0.75rem 1rem;
  border-left: 2px solid var(--line);
}
.timeline p:not(.muted)::first-letter { text-transform: uppercase; }
`;

export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">
<rect x="1" y="3" width="14" height="10" rx="2" fill="#0b5fff" />
<rect x="1" y="5.5" width="14" height="2" fill="#fff" />
</svg>`;
