import { config } from '#config'
import { ShopError, checkShop } from '../core/money/orders/check-shop.ts'
import type { Env } from '../env.ts'
import { ask, type Asked } from '../providers/connected/ask.ts'
import { answerSchema } from '../providers/connected/key-questions.ts'
import { type Finding, off, on, plain, wrong } from './finding.ts'
import { problemOf } from './problem-of.ts'

const prices = /*i18n*/ { id: 'doctor.shop_prices', message: 'prices' }
const testCheckout = /*i18n*/ { id: 'doctor.test_checkout', message: 'test checkout' }

/** Sends free requests that verify the keys. */
export async function checkPayments(env: Env): Promise<Finding[]> {
  const services = await Promise.all([checkStripe(env), checkYookassa(env)])
  const real = services.some(({ state }) => state !== 'off')
  return [checkPrices(), ...services, ...(env.YOOKASSA_SHOP_ID ? [remindOfTexts()] : []), checkTestCheckout(env, real)]
}

function checkPrices(): Finding {
  try {
    checkShop(config)
    return on(
      prices,
      /*i18n*/ { id: 'doctor.catalogue', message: '{packs} packs and {plans} plans in app.config.ts' },
      { packs: config.packs.length, plans: config.plans.length },
    )
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    return wrong(prices, [plain(error.message.replaceAll('\n', ' '))])
  }
}

async function checkStripe(env: Env): Promise<Finding> {
  if (!env.STRIPE_SECRET_KEY)
    return off(
      'Stripe',
      /*i18n*/ { id: 'doctor.stripe_off', message: 'set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET to be paid through it' },
    )
  const asked = await ask(env.STRIPE_BASE_URL ?? 'https://api.stripe.com', '/v1/balance', {
    headers: { authorization: `Bearer ${env.STRIPE_SECRET_KEY}` },
    schema: answerSchema,
  })
  return judge('Stripe', asked, env)
}

async function checkYookassa(env: Env): Promise<Finding> {
  if (!env.YOOKASSA_SHOP_ID)
    return off(
      'YooKassa',
      /*i18n*/ {
        id: 'doctor.yookassa_off',
        message: 'set YOOKASSA_SHOP_ID and YOOKASSA_SECRET_KEY to be paid in rubles through it',
      },
    )
  const pair = Buffer.from(`${env.YOOKASSA_SHOP_ID}:${env.YOOKASSA_SECRET_KEY}`).toString('base64')
  const asked = await ask(env.YOOKASSA_BASE_URL ?? 'https://api.yookassa.ru/v3', '/me', {
    headers: { authorization: `Basic ${pair}` },
    schema: answerSchema,
  })
  return judge('YooKassa', asked, env)
}

/** Sales in Russia are bound by texts that no program can judge. */
const remindOfTexts = () =>
  on(
    /*i18n*/ { id: 'doctor.texts', message: 'documents' },
    /*i18n*/ {
      id: 'doctor.texts_lawyer',
      message:
        'YooKassa is on: have a lawyer check the offer, the privacy policy, the consent to personal data and the emails about charges before you sell; those of the release are samples, not advice',
    },
  )

function judge(name: string, asked: Asked, env: Env): Finding {
  if ('failure' in asked) return wrong(name, problemOf(asked))
  if (!env.PUBLIC_URL)
    return wrong(
      name,
      /*i18n*/ {
        id: 'doctor.no_public_url',
        message: 'it takes the key, but PUBLIC_URL is not set: people would come back from it to localhost',
      },
    )
  return on(
    name,
    /*i18n*/ { id: 'doctor.webhook', message: 'notifications go to {url}' },
    { url: `${env.PUBLIC_URL.replace(/(?<!\/)\/+$/, '')}/api/v1/payments/${name.toLowerCase()}/webhook` },
  )
}

function checkTestCheckout(env: Env, real: boolean): Finding {
  if (real) return off(testCheckout, /*i18n*/ { id: 'doctor.test_replaced', message: 'a payment service is set up' })
  if (env.TEST_CHECKOUT === false)
    return off(testCheckout, /*i18n*/ { id: 'doctor.test_off', message: 'TEST_CHECKOUT is off: nothing is sold' })
  return on(
    testCheckout,
    /*i18n*/ {
      id: 'doctor.test_on',
      message: 'anyone gets tokens for free; set TEST_CHECKOUT=false if the server is open to strangers',
    },
  )
}
