/** The codes of keys that type nothing (WebDriver, 17.4.2 Keyboard actions). */
const codes: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  Space: ' ',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
};

/** Actions that the classic WebDriver and BiDi perform alike. */
type Actions = readonly Readonly<Record<string, unknown>>[];

export function keyActions(combination: string): Actions {
  const keys = combination.split('+').map((name) => codes[name] ?? name);
  return keyboard([
    ...keys.map((value) => ({ type: 'keyDown', value })),
    ...keys.toReversed().map((value) => ({ type: 'keyUp', value })),
  ]);
}

export function typeActions(text: string): Actions {
  return keyboard(Array.from(text).flatMap(press));
}

export function clickActions(x: number, y: number): Actions {
  const actions = [
    { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ];
  return [{ type: 'pointer', id: 'mouse', actions }];
}

function press(value: string): Actions {
  return [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ];
}

function keyboard(actions: Actions): Actions {
  return [{ type: 'key', id: 'keyboard', actions }];
}
