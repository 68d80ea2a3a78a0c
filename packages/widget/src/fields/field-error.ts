/** Everything that can be wrong with a field; each locale has a sentence for it. */
export type FieldErrorKey =
  | BuyerFault
  | 'numberEmpty'
  | 'numberIncomplete'
  | 'numberInvalid'
  /** The shop does not accept the card's brand. */
  | 'brandRefused'
  | 'expiryEmpty'
  | 'expiryInvalid'
  | 'expiryPast'
  | 'holderEmpty'
  | 'holderInvalid'
  | 'securityCodeEmpty'
  | 'securityCodeLength'
  | 'documentEmpty'
  | 'cpfIncomplete'
  | 'cpfInvalid'
  | 'cnpjIncomplete'
  | 'cnpjInvalid'
  /** The payments API refused a value that looked right. */
  | 'refused'
  /** The payment was declined, and the code is needed again. */
  | 'notAuthorized';

/** What can be wrong with the buyer's details. */
export type BuyerFault =
  'required' | 'emailInvalid' | 'phoneInvalid' | 'zipCodeInvalid' | 'stateInvalid';

/** What is wrong with a field. */
export interface FieldError {
  key: FieldErrorKey;
  /** Replaces `{n}` in the sentence. */
  n?: number;
  /** Replaces `{brand}`. */
  brand?: string;
}
