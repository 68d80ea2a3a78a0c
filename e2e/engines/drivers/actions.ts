/** Codes of keys that type nothing (WebDriver, 17.4.2 Keyboard actions). */
const codes: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Space: ' ',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
};

/** Types and clicks with actions, which WebDriver classic and BiDi share. */
export function handsOf(perform: (actions: readonly object[], depth: number) => Promise<unknown>) {
  const press = async (
    depth: number,
    ...values: readonly (readonly [type: string, value: string])[]
  ) => {
    const actions = values.map(([type, value]) => ({ type, value }));
    await perform([{ type: 'key', id: 'keyboard', actions }], depth);
  };
  return {
    key: async (combination: string, depth = 0) => {
      const keys = combination.split('+').map((name) => codes[name] ?? name);
      const down = keys.map((key) => ['keyDown', key] as const);
      await press(depth, ...down, ...keys.toReversed().map((key) => ['keyUp', key] as const));
    },
    type: async (text: string, depth = 0) =>
      press(
        depth,
        ...Array.from(text).flatMap((key) => [['keyDown', key] as const, ['keyUp', key] as const]),
      ),
    click: async (x: number, y: number) => {
      const actions = [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await perform([{ type: 'pointer', id: 'mouse', actions }], 0);
    },
  };
}
