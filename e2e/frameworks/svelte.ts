import '@card-checkout/widget/define';
import { mount } from 'svelte';
import Checkout from './Checkout.svelte';
import { shop } from './shop.ts';

mount(Checkout, { target: shop.place });
