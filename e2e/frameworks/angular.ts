import '@angular/compiler';
import '@card-checkout/widget/define';
import type { CheckoutApprovedEvent } from '@card-checkout/widget';
import { Component, CUSTOM_ELEMENTS_SCHEMA, enableProdMode, signal } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { messages, shop } from './shop.ts';

class Checkout {
  readonly shop = shop;
  readonly messages = messages;
  readonly paymentId = signal('');

  onApproved(event: CheckoutApprovedEvent): void {
    this.paymentId.set(event.paymentId);
  }
}

// Otherwise Angular logs that it is in development mode.
enableProdMode();

await bootstrapApplication(
  Component({
    selector: '#shop',
    schemas: [CUSTOM_ELEMENTS_SCHEMA],
    template: `
      <card-checkout
        [attr.proxy-url]="shop.proxyUrl"
        [order]="shop.order"
        [messages]="messages"
        (checkout-approved)="onApproved($event)"
      ></card-checkout>
      <output>{{ paymentId() }}</output>
    `,
  })(Checkout),
);
