import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import './style.css';
import { TryForm } from './try-form.ts';

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component('TryForm', TryForm);
  },
} satisfies Theme;
