import { useData, type Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { defineComponent, h, onMounted, ref, useTemplateRef, watch } from 'vue';
import './style.css';

const proxyUrl: string | undefined = import.meta.env.VITE_DEMO_PROXY;

/** A diagram of the text, drawn anew for light and dark. */
const Diagram = defineComponent({
  props: { text: { type: String, required: true } },
  setup(props) {
    const { isDark } = useData();
    const svg = ref('');
    const draw = async (): Promise<void> => {
      const { default: mermaid } = await import('mermaid');
      mermaid.initialize({ startOnLoad: false, theme: isDark.value ? 'dark' : 'neutral' });
      const id = `diagram-${Math.random().toString(36).slice(2)}`;
      ({ svg: svg.value } = await mermaid.render(id, decodeURIComponent(props.text)));
    };
    onMounted(draw);
    watch(isDark, draw);
    return () => h('div', { class: 'diagram', innerHTML: svg.value });
  },
});

/** The form itself. It pays in the sandbox while that runs beside the site. */
const LiveForm = defineComponent({
  setup() {
    const form = useTemplateRef<HTMLElement & { setCustomValidity(text: string): void }>('form');
    const order = ref('');
    const said = ref('');
    onMounted(async () => {
      await import(/* @vite-ignore */ new URL('/widget/card-checkout.js', location.href).href);
      const answer = proxyUrl ? await fetch('/_shop/order?amount=12990') : undefined;
      if (answer?.ok) ({ order: order.value } = await answer.json());
      else
        form.value?.setCustomValidity(
          'Here the form only checks what you type. To pay, see below.',
        );
    });
    const tell = ({ type, paymentId, code }: Event & { paymentId?: string; code?: string }) => {
      said.value = [type, paymentId, code].filter(Boolean).join(' · ');
    };
    return () => [
      h('card-checkout', {
        ref: 'form',
        'proxy-url': proxyUrl ?? 'https://pay.shop.example',
        ...(order.value ? { order: order.value } : { amount: 12_990, 'order-id': 'order-1042' }),
        'onCheckout-approved': tell,
        'onCheckout-declined': tell,
        'onCheckout-pending': tell,
        'onCheckout-error': tell,
      }),
      h('p', { role: 'status' }, said.value && `Your page hears: ${said.value}`),
    ];
  },
});

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component('Diagram', Diagram).component('LiveForm', LiveForm);
  },
} satisfies Theme;
