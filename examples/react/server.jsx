import { renderToString } from 'react-dom/server';
import { Shop } from './shop.jsx';

/** Renders the shop as HTML. */
export function render(props) {
  return renderToString(<Shop {...props} />);
}
