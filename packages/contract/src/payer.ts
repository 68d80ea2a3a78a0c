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

/** A telephone number in its parts, e.g. `55`, `11` and `987654321`. */
export interface Phone {
  country: string;
  area: string;
  number: string;
}

/** Splits a telephone number of Brazil, with or without its 55 or a zero; any other has no parts. */
export function phoneIn(text = ''): Phone | undefined {
  const digits = text.replaceAll(/[^\d+]/g, '');
  const [, area, number] = /^(?:\+?550?|0)?([1-9]\d)(\d{8,9})$/.exec(digits) ?? [];
  return area && number ? { country: '55', area, number } : undefined;
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
