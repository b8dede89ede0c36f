/** The contents of fields in examples, by their names. */
export const exampleValues: Record<string, unknown> = {
  email: 'ann@example.com',
  password: 'correct horse battery staple',
  prompt: 'sunset over a mountain lake',
  model: 'sketch-image',
  reason: 'Asked for by email',
  currency: 'USD',
  domains: 'example.com',
  temporary_domains: 'example.com',
  excepted: 'example.com',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
}

const shop = {
  currencies: ['USD'],
  packs: [{ id: 'small', tokens: 500, price: { USD: 500 } }],
  plans: [{ id: 'plus', tokens_per_month: 2_000, monthly: { USD: 900 }, yearly: { USD: 9_000 } }],
  welcome_grant: 100,
  referral: { inviter: 50, invited: 50 },
}

/** Examples of bodies by the name of their call; other calls have one that is made from their schema. */
export const examples: Record<string, object> = {
  signUp: { email: 'ann@example.com', password: 'correct horse battery staple', accept_terms: true },
  addKey: { key: 'a-key-of-the-service' },
  previewShop: { settings: shop },
  saveShop: { version: 1, settings: shop, reason: 'New prices' },
  createResponse: { model: 'sketch-text', input: 'Four voices share a quiet room. Each waits for its turn to speak.' },
  createGeneration: { model: 'sketch-image', prompt: 'sunset over a mountain lake', options: { seed: 7 }, max_price: 10 },
  quoteGeneration: { model: 'sketch-image', prompt: 'sunset over a mountain lake' },
  retryGeneration: { max_price: 10 },
  createChord: { prompt: 'sunset over a mountain lake', parts: ['image', 'video', 'music'] },
  splitScript: { text: 'INT. LIGHTHOUSE - NIGHT\n\nA keeper climbs the stairs.\n\nKEEPER\nWho is there?', language: 'en', seconds: 15 },
  createFilm: { script: { text: 'INT. LIGHTHOUSE - NIGHT\n\nA keeper climbs the stairs.', language: 'en' } },
  changeFilm: { document: { shots: { abcdef: { action: 'A fox waits at the door.', seconds: 4 } } } },
  quoteFilm: { what: 'animatic' },
  makeFilm: { what: 'animatic', max_price: 8 },
  createComparison: { prompt: 'a haiku about the sea', models: ['sketch-text', 'openai/gpt-6-luna'], blind: true },
  quoteComparison: { prompt: 'a haiku about the sea', models: ['sketch-text', 'openai/gpt-6-luna'] },
  createWebhook: { url: 'https://hooks.example.com/quartet', events: ['generation.succeeded', 'generation.failed'] },
  subscribePush: {
    endpoint: 'https://push.example.com/send/1',
    // Those of the example in RFC 8291.
    keys: {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    kinds: ['run_ended', 'approval_asked'],
  },
  createOrder: { kind: 'pack', item: 'small', currency: 'USD' },
  updateGeneration: { favorite: true, title: 'A quiet evening' },
}
