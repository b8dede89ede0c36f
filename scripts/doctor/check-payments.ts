import { config } from '#config'
import { CatalogueError, checkCatalogue } from '#app/server/core/orders/check-catalogue.ts'
import type { Env } from '#app/server/env.ts'
import { ask } from '#app/server/providers/connected/ask.ts'
import { type Finding, off, on, wrong } from './finding.ts'
import { problemOf } from './problem-of.ts'

/** Sends free requests that verify the keys. */
export async function checkPayments(env: Env): Promise<Finding[]> {
  const services = await Promise.all([checkStripe(env), checkYookassa(env)])
  const real = services.some(({ state }) => state !== 'off')
  return [checkPrices(), ...services, checkTestCheckout(env, real)]
}

function checkPrices(): Finding {
  try {
    checkCatalogue(config)
    return on('prices', `${config.packs.length} packs and ${config.plans.length} plans in app.config.ts`)
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error
    return wrong('prices', error.message.replaceAll('\n', ' '))
  }
}

async function checkStripe(env: Env): Promise<Finding> {
  if (!env.STRIPE_SECRET_KEY) return off('Stripe', 'set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET to be paid through it')
  const asked = await ask(`${env.STRIPE_BASE_URL ?? 'https://api.stripe.com'}/v1/balance`, {
    authorization: `Bearer ${env.STRIPE_SECRET_KEY}`,
  })
  return told('Stripe', asked, env)
}

async function checkYookassa(env: Env): Promise<Finding> {
  if (!env.YOOKASSA_SHOP_ID) return off('YooKassa', 'set YOOKASSA_SHOP_ID and YOOKASSA_SECRET_KEY to be paid in roubles through it')
  const pair = Buffer.from(`${env.YOOKASSA_SHOP_ID}:${env.YOOKASSA_SECRET_KEY}`).toString('base64')
  return told('YooKassa', await ask(`${env.YOOKASSA_BASE_URL ?? 'https://api.yookassa.ru/v3'}/me`, { authorization: `Basic ${pair}` }), env)
}

function told(name: string, asked: Awaited<ReturnType<typeof ask>>, env: Env): Finding {
  if ('failure' in asked) return wrong(name, problemOf(asked))
  if (!env.PUBLIC_URL) return wrong(name, 'it takes the key, but PUBLIC_URL is not set: people would come back from it to localhost')
  return on(name, `notifications go to ${env.PUBLIC_URL.replace(/\/+$/, '')}/api/v1/payments/${name.toLowerCase()}/webhook`)
}

function checkTestCheckout(env: Env, real: boolean): Finding {
  if (real) return off('test checkout', 'a payment service is set up')
  if (env.TEST_CHECKOUT === false) return off('test checkout', 'TEST_CHECKOUT is off: nothing is sold')
  return on('test checkout', 'everybody has tokens for nothing; set TEST_CHECKOUT=false where strangers come in')
}
