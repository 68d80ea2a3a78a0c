import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '@card-checkout/testing/during-test';

/** Has samples by the minute, in Prometheus' notation: from `0+3x9`, nine times 3 more; from `0x5 1x9`, 0 until the sixth minute. */
type Series = Record<string, string>;

interface Trouble {
  series: Series;
  /** The minute in which the alert comes; it is not there in the one before. */
  comesAt: number;
}

const rules = fileURLToPath(new URL('../../operations/alerts.yml', import.meta.url));
const steadily = (each: number) => `0+${each}x60`;

/** Gives the buckets of a histogram: by their upper bound, how many more they count each minute. */
const buckets = (histogram: string, counts: Record<string, number>): Series =>
  Object.fromEntries(
    Object.entries(counts).map(([le, each]) => [`${histogram}_bucket{le="${le}"}`, steadily(each)]),
  );

/** Makes the trouble that something happens once, in the sixth minute. */
const once = (name: string): Trouble => ({ series: { [name]: '0x5 1x20' }, comesAt: 6 });

/** Has the trouble that each alert is there for. */
const troubles: Record<string, Trouble> = {
  CardCheckoutDown: { series: { up: '1x5 0x9' }, comesAt: 7 },
  CardCheckoutMoneyMoved: once('card_checkout_alarms_total{alarm="late_charge"}'),
  CardCheckoutOutcomeUnknown: once('card_checkout_alarms_total{alarm="outcome_unknown"}'),
  CardCheckoutSilenceIsNoProof: once('card_checkout_alarms_total{alarm="unproven_retry"}'),
  CardCheckoutMisconfigured: once('card_checkout_alarms_total{alarm="configuration"}'),
  CardCheckoutApiDown: once('card_checkout_api_down'),
  CardCheckoutServiceUnavailable: {
    series: {
      'card_checkout_upstream_duration_seconds_count{result="2xx"}': steadily(70),
      'card_checkout_upstream_duration_seconds_count{result="5xx"}': steadily(10),
      'card_checkout_upstream_duration_seconds_count{result="no_answer"}': steadily(20),
    },
    comesAt: 6,
  },
  CardCheckoutServiceSlow: {
    series: buckets('card_checkout_upstream_duration_seconds', { 8: 90, 15: 100, '+Inf': 100 }),
    comesAt: 6,
  },
  CardCheckoutNothingApproved: {
    series: {
      card_checkout_payments_started_total: steadily(1),
      'card_checkout_payments_total{status="approved"}': '7x60',
      'card_checkout_payments_total{status="declined"}': steadily(1),
    },
    comesAt: 16,
  },
  CardCheckoutStoreFails: once('card_checkout_store_failures_total'),
  CardCheckoutStoreSlow: {
    series: buckets('card_checkout_store_commit_duration_seconds', {
      0.25: 95,
      0.5: 100,
      '+Inf': 100,
    }),
    comesAt: 6,
  },
  CardCheckoutOverloaded: {
    series: { 'card_checkout_refusals_total{code="overloaded"}': steadily(1) },
    comesAt: 3,
  },
  CardCheckoutWebhookFails: {
    series: { 'card_checkout_outbox_messages{receiver="order"}': '11x30' },
    comesAt: 15,
  },
  CardCheckoutMessageAbandoned: once('card_checkout_messages_abandoned_total{receiver="order"}'),
  CardCheckoutPostbacksLost: once('card_checkout_postbacks_total{result="lost"}'),
  CardCheckoutPostbacksGuessed: {
    series: { 'card_checkout_postbacks_total{result="unknown"}': steadily(61) },
    comesAt: 10,
  },
  CardCheckoutCardTesting: once('card_checkout_breaker_open'),
  CardCheckoutUnexpectedError: once('card_checkout_unexpected_errors_total'),
};

/** What a shop shows in which all is well, with a mishap now and then. */
const wellOff: Series = {
  up: '1x60',
  'card_checkout_alarms_total{alarm="late_charge"}': '3x60',
  'card_checkout_upstream_duration_seconds_count{result="2xx"}': steadily(81),
  'card_checkout_upstream_duration_seconds_count{result="5xx"}': steadily(19),
  ...buckets('card_checkout_upstream_duration_seconds', { 8: 96, 15: 100, '+Inf': 100 }),
  card_checkout_payments_started_total: steadily(1),
  'card_checkout_payments_total{status="approved"}': '0x8 1x27 2x40',
  'card_checkout_outbox_messages{receiver="order"}': '10x60',
  'card_checkout_postbacks_total{result="unknown"}': steadily(59),
  'card_checkout_refusals_total{code="overloaded"}': '2x60',
};

const alerts = [...readFileSync(rules, 'utf8').matchAll(/- alert: (\w+)/g)].map(
  ([, name = '']) => name,
);

describe('the alert rules', () => {
  it('have each a trouble to be tried with', () => {
    expect(alerts.toSorted()).toEqual(Object.keys(troubles).toSorted());
  });

  const isThere = spawnSync('promtool', ['--version']).status === 0;
  const unless = isThere ? '' : ' (NOT RUN, no promtool here)';

  it.skipIf(!isThere)(`are quiet while all is well${unless}`, () => {
    expect(raisedBy(wellOff, [1, 20, 60])).toEqual([]);
  });

  for (const [alert, { series, comesAt }] of Object.entries(troubles)) {
    it.skipIf(!isThere)(`raise ${alert} when its time has come${unless}`, () => {
      expect(raisedBy(series, [comesAt - 1, comesAt])).toEqual([`${alert}, time: ${comesAt}m`]);
    });
  }
});

/** Returns the alerts that promtool finds at these minutes: it reports each one that was not expected. */
function raisedBy(series: Series, minutes: readonly number[]): string[] {
  const file = join(temporaryFolder(), 'test.json');
  const expected = alerts.flatMap((alertname) =>
    minutes.map((minute) => ({ alertname, eval_time: `${minute}m`, exp_alerts: [] })),
  );
  const given = { interval: '1m', input_series: inputOf(series), alert_rule_test: expected };
  writeFileSync(file, JSON.stringify({ rule_files: [rules], tests: [given] }));

  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], {
    encoding: 'utf8',
  });
  const complaints = [...stderr.matchAll(/alertname: (\w+, time: \d+m)/g)];
  const raised = complaints.map(([, complaint = '']) => complaint);
  expect(status === 0, stdout + stderr).toBe(raised.length === 0);
  expect(stderr).not.toMatch(/<no value>|error expanding/i);
  return raised;
}

/** Adds what Prometheus does to what a process serves: where it comes from. */
function inputOf(series: Series): object[] {
  return Object.entries(series).map(([name, values]) => {
    const [metric = '', labels = ''] = name.split(/[{}]/);
    const all = ['job="card-checkout"', 'instance="proxy-1"', labels].filter(Boolean);
    return { series: `${metric}{${all.join()}}`, values };
  });
}
