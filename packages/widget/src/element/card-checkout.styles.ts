import { unsafeCSS } from 'lit';
import stylesheet from './card-checkout.css?inline';

/**
 * The element's style sheet. A page customizes it with `--card-checkout-*`, parts and `color-scheme`.
 *
 * @csspart form - the form
 * @csspart field - a field with its label, and its hint or error
 * @csspart accepted-brands - the marks of the brands that the shop accepts
 * @csspart label - the label of a field, and the legend of the kinds
 * @csspart input - a text input, and the select of installments
 * @csspart hint - a notice about a field
 * @csspart fault - the error of a field
 * @csspart brand - the brand of the card; a card until it is known
 * @csspart security-code-picture - the card with the place of its security code
 * @csspart kinds - the choice between credit and debit
 * @csspart kind - one of the kinds
 * @csspart installment-details - the cost of the chosen installments
 * @csspart alert - the error of the attempt
 * @csspart reload - the button that reloads the page
 * @csspart other-card - the button that empties the card's fields, after what another card may solve
 * @csspart try-credit - the button that chooses credit after a declined debit card
 * @csspart summary - the links to the fields with errors
 * @csspart purchase - what is paid, and the shop's name on the card statement
 * @csspart button - the button that pays
 * @csspart trust - the line below the button
 * @csspart progress - the stages of the attempt
 * @csspart cancel - the button that cancels the attempt
 * @csspart status - what to know of the current step of the attempt
 * @csspart result - the result that replaces the form
 * @csspart result-mark - its check, or its clock
 * @csspart result-title - its first sentence
 * @csspart result-detail - its second
 * @csspart receipt - the lines to keep
 * @csspart copy - the button that copies the number of the payment
 * @csspart skeleton - the outline of the form while it loads
 * @csspart challenge - the dialog of the bank's challenge
 * @csspart challenge-cancel - the button that closes the dialog
 * @csspart challenge-frame - the frame of the bank's page
 *
 * @cssprop --card-checkout-accent - the button, and the focus outline
 * @cssprop --card-checkout-on-accent - text on the button
 * @cssprop --card-checkout-text - text
 * @cssprop --card-checkout-muted - hints, pictures and the line below the button
 * @cssprop --card-checkout-surface - background of the challenge
 * @cssprop --card-checkout-field - background of the fields
 * @cssprop --card-checkout-border - border of the fields
 * @cssprop --card-checkout-danger - errors
 * @cssprop --card-checkout-danger-soft - background of the alert
 * @cssprop --card-checkout-success - the check of an approved payment
 * @cssprop --card-checkout-radius - radius of the corners
 * @cssprop --card-checkout-gap - gap between the fields
 * @cssprop --card-checkout-font - the font, as in the CSS property `font`
 * @cssprop --card-checkout-button - `none` hides the button, where the page has one of its own
 *
 * @cssState loading - the texts are loading
 * @cssState disabled - nothing can be typed or paid
 * @cssState ready - the form can be filled in
 * @cssState paying - an attempt is running
 * @cssState approved - the payment was approved
 * @cssState declined - the payment was declined
 * @cssState pending - the outcome isn't known yet
 * @cssState error - the attempt ended without an answer about the payment
 */
export const styles = unsafeCSS(stylesheet);
