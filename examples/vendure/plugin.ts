// A payment plug-in for Vendure. To run it in a shop, with a proxy and a payments API:
//   npx -y pnpm@12 example vendure
import { signOrder, verifyWebhook } from '@card-checkout/server';
import { BadRequestException, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { Mutation, Resolver } from '@nestjs/graphql';
import {
  ActiveOrderService,
  Allow,
  CurrencyCode,
  Ctx,
  isGraphQlErrorResult,
  LanguageCode,
  OrderService,
  PaymentMethodHandler,
  PaymentMethodService,
  Permission,
  PluginCommonModule,
  RequestContext,
  RequestContextService,
  TransactionalConnection,
  UserInputError,
  VendurePlugin,
} from '@vendure/core';
import express from 'express';
import { parse } from 'graphql';

const { ORDER_SECRET = '', WEBHOOK_SECRET = '' } = process.env;

const handler = new PaymentMethodHandler({
  code: 'card-checkout',
  description: [{ languageCode: LanguageCode.pt_BR, value: 'Cartão' }],
  args: {},
  // Anybody can ask the shop's API to add a payment; only the webhook below knows of one.
  createPayment: ({ apiType }, _order, amount, _args, { paymentId, orderAmount, ...metadata }) =>
    apiType === 'admin'
      ? { amount: orderAmount, state: 'Settled', transactionId: paymentId, metadata }
      : { amount, state: 'Declined', errorMessage: 'Pay in the form' },
  settlePayment: () => ({ success: true }),
  // The proxy refunds nothing.
  createRefund: (_ctx, _input, _amount, _order, { metadata: { transactionId } }) => {
    const toDo = `Refund ${transactionId} at the payments API, then settle this refund`;
    return { state: 'Pending', metadata: { toDo } };
  },
});

@Resolver()
class CardOrderResolver {
  constructor(private readonly activeOrders: ActiveOrderService) {}

  @Mutation()
  @Allow(Permission.Owner)
  async signCardOrder(@Ctx() ctx: RequestContext): Promise<string> {
    const order = await this.activeOrders.getActiveOrder(ctx, undefined);
    if (order?.state !== 'ArrangingPayment' || order.currencyCode !== CurrencyCode.BRL)
      throw new UserInputError('There is no order in reais to pay');
    const claims = { sub: order.code, amount: order.totalWithTax, installments: { max: 12 } };
    return signOrder({ ...claims, metadata: { channel: ctx.channel.token } }, ORDER_SECRET);
  }
}

@Controller()
class CardWebhookController {
  constructor(
    private readonly orders: OrderService,
    private readonly methods: PaymentMethodService,
    private readonly contexts: RequestContextService,
    private readonly connection: TransactionalConnection,
  ) {}

  @Post('webhook')
  @HttpCode(204)
  async receive(@Req() { headers, body }: express.Request): Promise<void> {
    const { type, data } = verified(headers, body);
    // A charge of a closed order is support's, who get an alarm.
    if (type !== 'payment.approved' || data.orderClosed) return;
    const channelOrToken = String(data.metadata?.['channel']);
    const admin = await this.contexts.create({ apiType: 'admin', channelOrToken });
    await this.connection.withTransaction(admin, async (ctx) => {
      const order = await this.orders.findOneByCode(ctx, data.orderId, ['payments']);
      // The same message may come twice.
      if (order?.payments.some(({ transactionId }) => transactionId === data.paymentId)) return;
      const id = order?.id ?? '';
      // The buyer may have gone back to the cart.
      if (order?.state === 'AddingItems')
        await this.orders.transitionToState(ctx, id, 'ArrangingPayment');
      const { items } = await this.methods.findAll(ctx);
      const method = items.find((each) => each.handler.code === handler.code)?.code ?? '';
      // Vendure asks for the rest if an older token of the order paid less.
      const paid = await this.orders.addPaymentToOrder(ctx, id, { method, metadata: data });
      if (isGraphQlErrorResult(paid)) throw new UserInputError(paid.message);
    });
  }
}

function verified(headers: express.Request['headers'], body: Buffer) {
  try {
    return verifyWebhook(headers, body, WEBHOOK_SECRET);
  } catch {
    throw new BadRequestException();
  }
}

@VendurePlugin({
  compatibility: '^3.0.0',
  imports: [PluginCommonModule],
  controllers: [CardWebhookController],
  shopApiExtensions: {
    schema: parse('extend type Mutation { signCardOrder: String! }'),
    resolvers: [CardOrderResolver],
  },
  configuration: (config) => {
    config.paymentOptions.paymentMethodHandlers.push(handler);
    // The signature is over the raw body.
    const raw = express.raw({ type: '*/*' });
    config.apiOptions.middleware.push({ route: '/webhook', handler: raw, beforeListen: true });
    return config;
  },
})
export class CardCheckoutPlugin {}
