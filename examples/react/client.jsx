import '@card-checkout/widget/isolated';
import { hydrateRoot } from 'react-dom/client';
import { Shop } from './shop.jsx';

const props = JSON.parse(document.querySelector('#props').textContent);
hydrateRoot(document.querySelector('main'), <Shop {...props} />);
