import { useData, type Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { defineComponent, h, onMounted, ref, watch } from 'vue';
import './style.css';
import { TryForm } from './try-form.ts';

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

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component('Diagram', Diagram).component('TryForm', TryForm);
  },
} satisfies Theme;
