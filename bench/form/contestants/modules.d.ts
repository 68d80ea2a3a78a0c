/** Declares the little that the contestants use of packages that bring no types, or none unbuilt. */
declare module '@adyen/adyen-web/styles/adyen.css';

declare module '@card-checkout/widget' {
  const CardCheckout: { define(): void };
}

declare module 'braintree-web/client' {
  interface Client {
    create(options: { authorization: string }): Promise<object>;
  }
  const client: Client;
  export = client;
}

declare module 'braintree-web/hosted-fields' {
  interface HostedFields {
    create(options: {
      client: object;
      fields: Record<'number' | 'expirationDate' | 'cvv' | 'cardholderName', { selector: string }>;
    }): Promise<object>;
  }
  const hostedFields: HostedFields;
  export = hostedFields;
}

declare module 'braintree-web-drop-in' {
  interface DropIn {
    create(options: { authorization: string; container: string; locale: string }): Promise<object>;
  }
  const dropIn: DropIn;
  export = dropIn;
}
