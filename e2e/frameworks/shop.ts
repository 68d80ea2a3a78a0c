const place = document.getElementById('shop');
if (!place) throw new Error('The page has no place for the checkout.');

/** Where the page puts its checkout, and what its server has written there. */
export const shop = {
  place,
  proxyUrl: place.dataset['proxyUrl'] ?? '',
  order: place.dataset['order'] ?? '',
};

/** Texts of the shop's own: only as a property they reach the element. */
export const messages = { approved: 'Obrigado pela compra!' };
