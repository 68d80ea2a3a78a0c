import { expect, test } from '../support/test.ts';

/** The contrast between the lightest and the darkest point of a picture, as WCAG 2.2 has it. */
async function contrastIn([base64]: readonly [string]): Promise<number> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes]));
  const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
  context?.drawImage(picture, 0, 0);
  // Without its border and its arrow.
  const { data } = context?.getImageData(8, 8, picture.width / 2, picture.height - 16) ?? {
    data: [],
  };
  const luminances: number[] = [];
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = Array.from(data.slice(at, at + 3))
      .map((channel) => channel / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    luminances.push(0.2126 * red + 0.7152 * green + 0.0722 * blue);
  }
  const [dark, light] = luminances.reduce(
    ([min, max], one) => [Math.min(min, one), Math.max(max, one)],
    [1, 0],
  );
  return (light + 0.05) / (dark + 0.05);
}

test('the installments are painted in colors that can be read, also in forced ones', async ({
  checkout,
  page,
}) => {
  await checkout.open();
  await expect(checkout.installments).toBeVisible();
  for (const forcedColors of ['active', 'none'] as const) {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ forcedColors, colorScheme });
      const picture = await checkout.installments.screenshot();
      const contrast = await page.evaluate(contrastIn, [picture.toString('base64')] as const);
      expect(contrast, `${colorScheme}, forced: ${forcedColors}`).toBeGreaterThan(7);
    }
  }
});
