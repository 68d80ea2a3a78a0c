import { unsafeCSS } from 'lit';
import stylesheet from './card-checkout.css?inline';

/**
 * The look of the element; a page changes it by `--card-checkout-*`, by parts and by `color-scheme`.
 *
 * @csspart form - the form
 * @csspart field - a field with its label, and its hint or fault
 * @csspart label - the label of a field, and the title of the kinds
 * @csspart input - a text field, and the choice of installments
 * @csspart hint - what helps to fill a field in
 * @csspart fault - what is wrong with a field
 * @csspart brand - the brand of the card, in the label of its number
 * @csspart kinds - the choice between credit and debit
 * @csspart kind - one of the kinds
 * @csspart installment-details - what the chosen installments come to
 * @csspart alert - what went wrong with the attempt
 * @csspart summary - the list of what is wrong with the form
 * @csspart button - the button that pays
 * @csspart cancel - the button that calls the attempt off
 * @csspart status - the stage of the attempt, in words
 * @csspart result - what takes the form's place once it is over
 * @csspart skeleton - what stands where the form will be
 * @csspart challenge - the dialog in which the bank asks the buyer
 * @csspart challenge-cancel - the button that closes the dialog
 * @csspart challenge-frame - the frame of the bank's page
 *
 * @cssprop --card-checkout-accent - the button, and the outline of what has the focus
 * @cssprop --card-checkout-on-accent - text on the button
 * @cssprop --card-checkout-text - text
 * @cssprop --card-checkout-muted - hints and the status
 * @cssprop --card-checkout-surface - behind the challenge
 * @cssprop --card-checkout-field - behind what is typed
 * @cssprop --card-checkout-border - around the fields
 * @cssprop --card-checkout-danger - what went wrong
 * @cssprop --card-checkout-danger-soft - behind the alert
 * @cssprop --card-checkout-success - the mark of an approved payment
 * @cssprop --card-checkout-radius - corners
 * @cssprop --card-checkout-gap - between the fields
 * @cssprop --card-checkout-font - the font, as the CSS property `font` takes it
 *
 * @cssState loading - the texts are on their way
 * @cssState disabled - nothing can be typed or paid
 * @cssState ready - the form can be filled in
 * @cssState paying - an attempt runs
 * @cssState approved - the payment was approved
 * @cssState declined - the payment was declined
 * @cssState pending - the outcome is not known yet
 * @cssState error - the attempt ended without an answer about the payment
 */
export const styles = unsafeCSS(stylesheet);
