import { customElementVsCodePlugin } from 'custom-element-vs-code-integration';
import { readFileSync } from 'node:fs';

/** Writes dist/custom-elements.json, and data for VS Code. */
export default {
  globs: ['src/element/card-checkout.ts'],
  outdir: 'dist',
  packagejson: false,
  litelement: true,
  plugins: [
    { name: 'for pages', packageLinkPhase: describeForPages },
    customElementVsCodePlugin({ outdir: 'dist', hideLogs: true, typesSrc: 'parsedType' }),
  ],
};

/** Removes internals, adds parts, properties and states, and names the files to import. */
function describeForPages({ customElementsManifest: manifest }) {
  const [element] = manifest.modules[0].declarations;
  element.members = element.members.filter(
    ({ name, privacy = 'public', description }) =>
      description && privacy === 'public' && !name.endsWith('Callback'),
  );
  // The analyzer lists every dispatched expression as an event.
  element.events = element.events.filter(({ name }) => name.startsWith('checkout-'));
  for (const attribute of element.attributes) attribute.parsedType = listedValues(attribute);
  for (const described of [...element.attributes, ...element.members]) explain(described);
  Object.assign(element, describeLook());
  manifest.modules = modulesOf(element);
}

/** Writes the values where the source names their type, and leaves out a default that says nothing. */
function explain(described) {
  if (described.description?.startsWith('`')) described.type = listedValues(described);
  if (described.type?.text === 'BrandList') described.type.text = 'string';
  if (['0', "''", '{}', '[]'].includes(described.default)) delete described.default;
}

/** Returns an attribute's values if its description begins with them, up to the first semicolon. */
function listedValues({ description, type }) {
  if (!description.startsWith('`')) return type;
  const values = description.split(';')[0].matchAll(/`([^`]+)`/g);
  return { text: [...values].map(([, value]) => `'${value}'`).join(' | ') };
}

/** Reads the tags and the defaults in the style sheet. */
function describeLook() {
  const stylesheet = readFileSync('src/element/card-checkout.css', 'utf8');
  const tagged = (tag) =>
    [...stylesheet.matchAll(new RegExp(`@${tag} (\\S+) - (.+)`, 'g'))].map(
      ([, name, description]) => ({
        name,
        description,
      }),
    );
  const cssProperties = tagged('cssprop');
  for (const property of cssProperties) {
    property.default = stylesheet.split(`var(${property.name}, `)[1]?.split(');')[0];
  }
  return { cssParts: tagged('csspart'), cssStates: tagged('cssState'), cssProperties };
}

function modulesOf(element) {
  const declaration = { name: element.name, module: 'dist/index.js' };
  return [
    {
      kind: 'javascript-module',
      path: 'dist/index.js',
      declarations: [element],
      exports: [{ kind: 'js', name: element.name, declaration }],
    },
    {
      kind: 'javascript-module',
      path: 'dist/define.js',
      declarations: [],
      exports: [{ kind: 'custom-element-definition', name: element.tagName, declaration }],
    },
  ];
}
