import { AdyenCheckout, Card } from '@adyen/adyen-web';
import '@adyen/adyen-web/styles/adyen.css';

const checkout = await AdyenCheckout({
  environment: 'test',
  // Made up, but of the right form.
  clientKey: 'test_ABCDEFGHIJKLMNOPQRSTUVWXYZ012345',
  countryCode: 'BR',
  locale: 'pt-BR',
  amount: { value: 12_990, currency: 'BRL' },
  analytics: { enabled: false },
});
new Card(checkout, { hasHolderName: true, holderNameRequired: true }).mount('#form');
