import { OperatorPage } from './operator-page.ts';
import { ResolveDialog } from './resolve-dialog.ts';

customElements.define('resolve-dialog', ResolveDialog);
customElements.define('operator-page', OperatorPage);
