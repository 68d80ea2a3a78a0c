const place = document.getElementById('shop');
if (!place) throw new Error('The page has no place for the checkout.');

/** The page's slot for its checkout, with data from its server. */
export const shop = {
  place,
  proxyUrl: place.dataset['proxyUrl'] ?? '',
  order: place.dataset['order'] ?? '',
};

/** Custom texts, which can only be set as a property. */
export const messages = { approved: 'Obrigado pela compra!' };
