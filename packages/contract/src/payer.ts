/** A postal address. Every member is optional: issuers require different ones. */
export interface Address {
  street?: string | undefined;
  number?: string | undefined;
  complement?: string | undefined;
  district?: string | undefined;
  city?: string | undefined;
  /** Two letters, e.g. `SP`. */
  state?: string | undefined;
  /** CEP, eight digits. */
  zipCode?: string | undefined;
  /** ISO 3166-1 alpha-2, e.g. `BR`. */
  country?: string | undefined;
}

/** Details of the buyer that the merchant may already know. */
export interface PayerDetails {
  name?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  address?: Address | undefined;
}

/** Merges details about a payer; those in `more` win. */
export function withDetails<Payer extends PayerDetails>(
  payer: Payer,
  more: PayerDetails = {},
): Payer & PayerDetails {
  const address = { ...payer.address, ...more.address };
  return { ...payer, ...more, ...(Object.keys(address).length > 0 && { address }) };
}

/** The payer as the order describes them. */
export interface OrderPayer extends PayerDetails {
  /** CPF or CNPJ; prefills its field, which the buyer may edit. */
  document?: string | undefined;
}
