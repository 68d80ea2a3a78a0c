import { OperatorPage } from './operator-page.ts';

customElements.define('operator-page', OperatorPage);
