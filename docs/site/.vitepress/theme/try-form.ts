import { useData } from 'vitepress';
import {
  computed,
  defineComponent,
  h,
  nextTick,
  onMounted,
  reactive,
  ref,
  useTemplateRef,
} from 'vue';
import { ownLook } from '../../../../packages/sandbox/src/shop/looks/own-look.ts';

const proxyUrl: string | undefined = import.meta.env.VITE_DEMO_PROXY;

/** Shows an amount; no proxy would take it. */
const unpayable = `e30.${btoa('{"sub":"order-1042","amount":12990}')}.e30`;

const [accent = '', firstAccent = ''] =
  /accent: (light-dark\((#\w+), .+\));/.exec(ownLook)?.slice(1) ?? [];
const pixelsOf = (name: string): number =>
  Number(new RegExp(`--card-checkout-${name}: (\\d+)px`).exec(ownLook)?.[1]);

interface Look {
  accent: string;
  radius: number;
  gap: number;
  appearance: string;
  scheme: string;
}

type Control = [label: string, name: keyof Look, attributes: Record<string, unknown>];

const controls: Control[] = [
  ['Accent', 'accent', { type: 'color' }],
  ['Radius', 'radius', { type: 'range', min: 0, max: 24 }],
  ['Density', 'gap', { type: 'range', min: 8, max: 28 }],
];

const choices: [label: string, name: 'appearance' | 'scheme', options: string[]][] = [
  ['Appearance', 'appearance', ['outlined', 'filled', 'minimal']],
  ['Dark mode', 'scheme', ['light', 'dark', 'light dark']],
];

/** Lists the declarations that make a look. */
function declarationsOf(look: Look): [name: string, value: string][] {
  const isOwn = look.accent === firstAccent;
  const all: [name: string, value: string | undefined][] = [
    ['color-scheme', look.scheme === 'light' ? undefined : look.scheme],
    ['--card-checkout-accent', isOwn ? accent : look.accent],
    ['--card-checkout-on-accent', isOwn ? undefined : textOn(look.accent)],
    ['--card-checkout-radius', `${look.radius}px`],
    ['--card-checkout-gap', `${look.gap}px`],
  ];
  return all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
}

/** Returns the text color with more contrast on a color (WCAG 2.2, relative luminance). */
function textOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? '#0a1330' : '#fff';
}

function cssOf(look: Look): string {
  const lines = declarationsOf(look).map(([name, value]) => `  ${name}: ${value};`);
  return ['card-checkout {', ...lines, '}'].join('\n');
}

function pageOf(look: Look): string {
  const attribute = look.appearance === 'outlined' ? '' : ` appearance="${look.appearance}"`;
  return `<style>
${cssOf(look).replaceAll(/^/gm, '  ')}
</style>
<script type="module" src="https://pay.shop.example/widget/isolated.js"></script>
<card-checkout${attribute} proxy-url="https://pay.shop.example"
  order="eyJhbGci…"></card-checkout>`;
}

/** What the controls say in Portuguese. */
const portuguese: Record<string, string> = {
  'Its look': 'Aparência',
  Accent: 'Cor',
  Radius: 'Cantos',
  Density: 'Espaço',
  Appearance: 'Estilo',
  'Dark mode': 'Modo escuro',
  light: 'claro',
  dark: 'escuro',
  'light dark': 'como o aparelho',
  Copy: 'Copiar',
  'Copied.': 'Copiado.',
  'Your page hears:': 'Sua página recebe:',
  'Here the form only checks what you type.': 'Aqui o formulário só confere o que você digita.',
};

/** The form itself, the lines that make it, and controls for its look. It pays in the sandbox while that runs. */
export const TryForm = defineComponent({
  setup() {
    const form = useTemplateRef<HTMLElement & { setCustomValidity(text: string): void }>('form');
    const look = reactive<Look>({
      accent: firstAccent,
      radius: pixelsOf('radius'),
      gap: pixelsOf('gap'),
      appearance: 'outlined',
      scheme: 'light dark',
    });
    const { lang } = useData();
    const inLanguage = (text: string): string =>
      (lang.value === 'pt-BR' ? portuguese[text] : undefined) ??
      (text === 'light dark' ? 'as the device' : text);
    const [order, said, copied] = [ref(''), ref(''), ref('')];
    const style = computed(() => Object.fromEntries(declarationsOf(look)));

    onMounted(async () => {
      look.scheme = document.documentElement.classList.contains('dark') ? 'dark' : 'light';
      const answer = proxyUrl ? await fetch('/_shop/order?amount=12990') : undefined;
      if (answer?.ok) ({ order: order.value } = await answer.json());
      // The element has its order before it asks the proxy about it.
      await nextTick();
      await import(/* @vite-ignore */ new URL('/widget/card-checkout.js', location.href).href);
      if (!answer?.ok)
        form.value?.setCustomValidity(inLanguage('Here the form only checks what you type.'));
    });
    const tell = ({ type, paymentId, code }: Event & { paymentId?: string; code?: string }) => {
      said.value = [type, paymentId, code].filter(Boolean).join(' · ');
    };
    const copy = async () => {
      await navigator.clipboard.writeText(pageOf(look));
      copied.value = inLanguage('Copied.');
    };

    return () =>
      h('div', { class: 'try' }, [
        h('div', { class: 'stage', style: style.value }, [
          h('card-checkout', {
            ref: 'form',
            'proxy-url': proxyUrl ?? 'https://pay.shop.example',
            order: order.value || unpayable,
            appearance: look.appearance,
            'onCheckout-approved': tell,
            'onCheckout-declined': tell,
            'onCheckout-pending': tell,
            'onCheckout-error': tell,
          }),
        ]),
        h('div', { class: 'make' }, [
          h('fieldset', { class: 'controls' }, [
            h('legend', inLanguage('Its look')),
            ...controls.map(([label, name, attributes]) =>
              h('label', [
                inLanguage(label),
                h('input', {
                  ...attributes,
                  value: look[name],
                  onInput: ({ target }: { target: HTMLInputElement }) => {
                    Object.assign(look, {
                      [name]: attributes['type'] === 'range' ? Number(target.value) : target.value,
                    });
                    copied.value = '';
                  },
                }),
              ]),
            ),
            ...choices.map(([label, name, options]) =>
              h('label', [
                inLanguage(label),
                h(
                  'select',
                  {
                    value: look[name],
                    onChange: ({ target }: { target: HTMLSelectElement }) => {
                      look[name] = target.value;
                      copied.value = '';
                    },
                  },
                  options.map((option) => h('option', { value: option }, inLanguage(option))),
                ),
              ]),
            ),
          ]),
          h('pre', { tabindex: 0 }, h('code', pageOf(look))),
          h('p', { class: 'copy' }, [
            h('button', { type: 'button', onClick: copy }, inLanguage('Copy')),
            h('span', { role: 'status' }, copied.value),
          ]),
          h(
            'p',
            { role: 'status' },
            said.value && `${inLanguage('Your page hears:')} ${said.value}`,
          ),
        ]),
      ]);
  },
});
