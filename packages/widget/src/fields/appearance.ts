/** How the fields look before custom properties and parts. */
export type Appearance = 'outlined' | 'filled' | 'minimal';
