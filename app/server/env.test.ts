import { expect, test } from 'vitest'
import { misspeltVariables, readEnv } from './env.ts'
import { EnvError } from './variables/env-error.ts'

test('an empty environment gives the embedded defaults', () => {
  expect(readEnv({ PORT: '' })).toMatchObject({ PORT: 3000, DATA_DIR: 'data', ROLES: ['web', 'api', 'worker'] })
})

test.each([
  ['PORT', { PORT: '70000' }],
  ['PORT', { PORT: 'http' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ['WORKER_CONCURRENCY', { WORKER_CONCURRENCY: '0' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }],
  ['ROLES', { ROLES: 'web,everything' }],
  ['SECRET', { SECRET: 'short' }],
  ['SECRET', { DATABASE_URL: 'postgres://x/y' }],
  ['API_BASE_URL', { ROLES: 'web' }],
  ['ROLES', { ROLES: 'worker' }],
  ['SIGN_UP', { SIGN_UP: 'no' }],
  ['SMTP_URL', { SMTP_URL: 'mail.example.com' }],
  ['SMTP_URL', { SMTP_URL: 'https://mail.example.com' }],
  ['MAIL_FROM', { MAIL_FROM: 'Quartet' }],
  ['MAIL_FROM', { MAIL_FROM: 'Quartet <a@example.com>\nBcc: eve@example.com' }],
  ['GOOGLE_CLIENT_SECRET', { GOOGLE_CLIENT_ID: 'id' }],
  ['GITHUB_CLIENT_ID', { GITHUB_CLIENT_SECRET: 'secret' }],
  ['YANDEX_CLIENT_SECRET', { YANDEX_CLIENT_ID: 'id', YANDEX_CLIENT_SECRET: '' }],
  ['VK_CLIENT_SECRET', { VK_CLIENT_ID: 'id' }],
  ['OPENAI_API_KEY', { OPENAI_API_KEY: 'two words' }],
  ['OPENAI_API_KEY', { MODERATION: 'openai' }],
  ['OPENAI_COMPATIBLE', { OPENAI_COMPATIBLE: 'http://localhost:8080' }],
  ['OPENAI_COMPATIBLE', { OPENAI_COMPATIBLE: 'openai=http://localhost:8080' }],
  ['OPENAI_COMPATIBLE', { OPENAI_COMPATIBLE: 'lab=localhost' }],
  ['OPENAI_COMPATIBLE', { OPENAI_COMPATIBLE: 'lab=http://a.test;lab=http://b.test' }],
  ['OPENAI_COMPATIBLE_PRICE', { OPENAI_COMPATIBLE_PRICE: '-1' }],
  ['SERVICE_LIMITS', { SERVICE_LIMITS: 'openai' }],
  ['SERVICE_LIMITS', { SERVICE_LIMITS: 'openai=0' }],
  ['SERVICE_LIMITS', { SERVICE_LIMITS: 'openai=16/100,fal=4' }],
  ['OLLAMA_URL', { OLLAMA_URL: 'no' }],
  ['S3_BUCKET', { S3_ENDPOINT: 'https://s3.example' }],
  ['S3_ENDPOINT', { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }],
  ['S3_SECRET_ACCESS_KEY', { S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'a' }],
  ['S3_ENDPOINT', { S3_REGION: 'eu' }],
  ['S3_ENDPOINT', { FILES_DELIVERY: 'redirect' }],
  ['S3_ENDPOINT', { FILES_FALLBACK: 's3' }],
  ['FILES_FALLBACK', { FILES_FALLBACK: 'folder' }],
  ['FILES_DELIVERY', { FILES_URL: 'https://cdn.example' }],
  ['DISK_FLOOR_MB', { DISK_FLOOR_MB: '-1' }],
  ['COMFYUI_URL', { COMFYUI_WORKFLOWS: 'workflows' }],
  ['LOCAL_MODELS_MEMORY_MB', { LOCAL_MODELS_MEMORY_MB: '8GB' }],
  ['LOCAL_MODELS_THREADS', { LOCAL_MODELS_THREADS: '0' }],
  ['A1111_URL', { A1111_URL: 'localhost:7860' }],
  ['OPENAI_COMPATIBLE', { OPENAI_COMPATIBLE: 'comfyui=http://localhost:8188' }],
  ['STRIPE_WEBHOOK_SECRET', { STRIPE_SECRET_KEY: 'sk' }],
  ['YOOKASSA_SHOP_ID', { YOOKASSA_SECRET_KEY: 'key' }],
  ['YOOKASSA_VAT_CODE', { YOOKASSA_VAT_CODE: '20' }],
  ['TEST_CHECKOUT', { TEST_CHECKOUT: 'true', STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'whsec' }],
  ['TEST_CHECKOUT', { TEST_CHECKOUT: 'true', YOOKASSA_SHOP_ID: '1', YOOKASSA_SECRET_KEY: 'key' }],
])('an invalid %s stops the boot and is named', (key, source) => {
  expect(() => readEnv(source)).toThrow(EnvError)
  expect(() => readEnv(source)).toThrow(new RegExp(`^.*${key}`))
})

test('own servers are listed with their addresses, keys and a price', () => {
  expect(
    readEnv({
      OPENAI_COMPATIBLE: 'lab=http://localhost:8080/v1/,sk-1; desk=https://desk.test',
      OPENAI_COMPATIBLE_PRICE: '0.1/0.4',
      OLLAMA_URL: 'off',
    }),
  ).toMatchObject({
    OPENAI_COMPATIBLE: [
      { name: 'lab', url: 'http://localhost:8080/v1', key: 'sk-1' },
      { name: 'desk', url: 'https://desk.test', key: null },
    ],
    OPENAI_COMPATIBLE_PRICE: { base: 0, per: { measure: 'model_tokens', every: 1_000, input: 0.1, output: 0.4 } },
    OLLAMA_URL: null,
  })
})

test('an error of the environment does not contain keys or passwords', () => {
  const source = { GOOGLE_CLIENT_SECRET: 's3cret-of-google', SMTP_URL: 'http://ann:s3cret-of-mail@mail.example.com' }
  expect(() => readEnv(source)).toThrow(EnvError)
  expect(() => readEnv(source)).not.toThrow(/s3cret/)
  expect(() => readEnv({ GOOGLE_CLIENT_SECRET: 's3cret-of-google' })).not.toThrow(/s3cret/)
  for (const broken of ['s3cret-key', 'Lab=http://a.test,s3cret', 'lab=ftp://a.test,s3cret', 'lab=http://a.test,s3cret key'])
    expect(() => readEnv({ OPENAI_COMPATIBLE: broken, XAI_API_KEY: 's3cret key' })).not.toThrow(/s3cret/)
})

test('a variable whose name is nearly one of ours is reported with the name that was meant', () => {
  const source = { SMPT_URL: 'smtp://mail.test', OPEN_AI_API_KEY: 'sk', ROLE: 'web', DATABASE_URL: 'postgres://a', TRUST_PROXIES: '' }
  expect(misspeltVariables(source)).toEqual([
    { found: 'SMPT_URL', meant: 'SMTP_URL' },
    { found: 'OPEN_AI_API_KEY', meant: 'OPENAI_API_KEY' },
    { found: 'ROLE', meant: 'ROLES' },
  ])
})

test('variables of other programs are not reported', () => {
  const others = [
    'HOME',
    'HOSTNAME',
    'PATH',
    'PWD',
    'SHELL',
    'USER',
    'TERM',
    'LANG',
    'LOGNAME',
    'NODE_ENV',
    'NODE_OPTIONS',
    'TZ',
    'CI',
    'MAIL',
  ]
  expect(misspeltVariables(Object.fromEntries(others.map((name) => [name, 'x'])))).toEqual([])
})

test.each(['PUBLIC_URL', 'S3_ENDPOINT', 'FILES_URL'])('an address that is shown to people must have no password in it: %s', (variable) => {
  expect(() => readEnv({ [variable]: 'https://ann:hunter2@host.example' })).toThrow(`${variable} must have no name and no password`)
  expect(() => readEnv({ [variable]: 'https://ann:hunter2@host.example' })).not.toThrow('hunter2')
})
