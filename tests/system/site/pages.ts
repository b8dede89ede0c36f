import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { config } from '#config'
import { signIn, signUp } from '#tests/fixtures/api-client.ts'
import { openVisitor } from '#tests/fixtures/visitor.ts'
import { ann, api, gateway, web } from './open-site.ts'
import { wordsIn } from './words-in.ts'

/** Tests of access to pages and of the error catalogue, in the server's responses. */

async function signedIn(defaults?: Record<string, string>) {
  const { tokens } = await signIn(api.url, ann)
  const visitor = openVisitor(web.url, defaults)
  visitor.cookies.set('auth.token', tokens.token).set('auth.refresh-token', tokens.refreshToken)
  return visitor
}

describe('pages in one process, API and worker in another', () => {
  test('pages show what the remote API returns', async () => {
    const page = await fetch(`${web.url}/`, { headers: { 'accept-language': 'en' } })
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Sketch Image')
  })

  test('the API is reached through the pages’ own address, files and streams included', async () => {
    const bob = await signUp(web.url)
    const { id } = await bob.submit({ model: 'sketch-image', prompt: 'a lake' })
    const { files } = await bob.until(id, ['succeeded'])
    const url = `${web.url}${files[0]?.url}`
    const part = await fetch(url, { headers: { range: 'bytes=0-3' } })
    expect([part.status, part.headers.get('content-type'), (await part.bytes()).length]).toEqual([206, 'image/webp', 4])
    const refused = await fetch(`${web.url}/api/v1/tokens`, { headers: { 'accept-language': 'ru' } })
    expect([refused.status, v.parse(v.object({ detail: v.string() }), await refused.json()).detail]).toEqual([
      401,
      'Войдите, чтобы продолжить.',
    ])
  })

  test.each([
    ['/dashboard', '/v1/library/overview'],
    ['/dashboard/image', '/v1/studios/image'],
    ['/dashboard/audio?task=transcribe', '/v1/studios/audio'],
    ['/dashboard/text', '/v1/studios/text'],
  ])('%s makes one call for everything beside the session, the notices and the models', async (path, call) => {
    const visitor = await signedIn()
    gateway.forget()
    const { response, html } = await visitor.read(path)
    expect([response.status, html.trimEnd().endsWith('</html>')]).toEqual([200, true])
    expect(gateway.calls.map((one) => one.path).toSorted()).toEqual(['/v1/auth/session', '/v1/models', '/v1/notices', call].toSorted())
  })

  test.each(['image', 'text'])(
    'a studio of %ss is complete with an API of an earlier release, which has no call for all of it',
    async (kind) => {
      gateway.fault = ({ path }) => (path.startsWith('/v1/studios/') ? { status: 404, body: { code: 'not_found', detail: '' } } : null)
      const { response, html } = await (await signedIn()).read(`/dashboard/${kind}`)
      expect([response.status, html.trimEnd().endsWith('</html>')]).toEqual([200, true])
      expect(html).not.toContain('Couldn’t load this section')
      const counts = ['/v1/generations', '/v1/generations/quote', '/v1/threads'].map((path) => gateway.count(path))
      expect(counts).toEqual([1, 1, kind === 'text' ? 1 : 0])
    },
  )
})

describe('access to pages', () => {
  test.each(['/', '/legal', '/legal/terms', '/legal/pricing', '/password/forgot', '/password/reset?token=x', '/signin'])(
    'public: %s is for everybody who is signed out',
    async (path) => expect((await openVisitor(web.url).go(path)).status).toBe(200),
  )

  test.each([
    '/dashboard',
    '/dashboard/video',
    '/profile',
    '/profile/settings',
    '/profile/subscription/pricing',
    '/password/change',
    '/switch?redirect=%2Flegal',
  ])('protected: %s leads a signed-out visitor to the login page, with the path and query in redirect', async (path) => {
    const response = await openVisitor(web.url).go(path)
    const location = new URL(response.headers.get('location') ?? '', web.url)
    expect([response.status, location.pathname]).toEqual([307, '/signin'])
    // A page that only redirects is no target to return to.
    expect(location.searchParams.get('redirect')).toBe(path.startsWith('/switch') ? null : path)
  })

  test.each(['/signin', '/signin?mode=sign-up', '/signin?redirect=%2Fprofile%2Fsettings'])(
    'unauthenticatedOnly: %s redirects a signed-in person to /, and / to /dashboard',
    async (path) => {
      const visitor = await signedIn()
      const first = await visitor.go(path)
      expect([first.status, first.headers.get('location')]).toEqual([307, '/'])
      const second = await visitor.go('/')
      expect([second.status, second.headers.get('location')]).toEqual([307, '/dashboard'])
    },
  )

  test('the empty child path of /profile redirects to /profile/settings', async () => {
    const response = await (await signedIn()).go('/profile')
    expect([response.status, response.headers.get('location')]).toEqual([307, '/profile/settings'])
  })
})

describe('layouts', () => {
  const layoutsIn = (html: string) => [...html.matchAll(/ data-layout="(\w+)"/g)].map(([, name]) => name)

  test.each([
    ['/', ['video']],
    ['/signin', ['center']],
    ['/password/forgot', ['center']],
    ['/password/reset?token=x', ['center']],
    ['/legal', ['default']],
    ['/legal/terms', ['default']],
    ['/legal/pricing', ['default']],
    ['/unknown', ['error']],
  ])('the page %s is in %j for a signed-out visitor', async (path, layouts) => {
    const { response, html } = await openVisitor(web.url).read(path)
    expect(layoutsIn(html)).toEqual(layouts)
    // A cache between the visitor and the server has nothing of a person to keep.
    expect(response.headers.get('cache-control')).toMatch(/^private, .*no-transform$/)
    expect(response.headers.getSetCookie().filter((cookie) => !cookie.startsWith(`${config.locale.cookie.name}=`))).toEqual([])
    expect(html.match(/<script (?!data-cfasync="false"[ >])/)).toBeNull()
    expect(html).toMatch(/<body[^>]*><!--email_off-->.*<!--\/email_off--><\/body>/s)
  })

  test('each page for signed-in people is in its layout', async () => {
    const visitor = await signedIn()
    const expected = {
      '/password/change': ['center'],
      '/dashboard': ['default'],
      '/dashboard/text': ['document'],
      '/dashboard/audio': ['document'],
      '/dashboard/image': ['document'],
      '/dashboard/video': ['document'],
      '/profile/tokens': ['default', 'profile'],
      '/profile/settings': ['default', 'profile'],
      '/profile/statistics': ['default', 'profile'],
      '/profile/token-packs': ['default', 'profile'],
      '/profile/subscription': ['default', 'profile'],
      '/profile/subscription/pricing': ['default', 'profile'],
      [`/checkout/${(await ann.orderPack()).id}`]: ['empty'],
    }
    const found: Record<string, unknown> = {}
    for (const path of Object.keys(expected)) {
      const { response, html } = await visitor.read(path)
      found[path] = layoutsIn(html)
      expect(response.headers.get('cache-control'), path).toMatch(/^private, no-store/)
    }
    expect(found).toEqual(expected)
  })
})

test('the referral_code cookie is set from ref on any page and lives for 30 days exactly', async () => {
  for (const path of ['/', '/legal/terms', '/signin', '/unknown']) {
    const answer = await openVisitor(web.url).go(`${path}?ref=first&ref=anna2345`)
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('referral_code='))
    expect(cookie, path).toMatch(/^referral_code=anna2345;/)
    expect(cookie, path).toMatch(/; Max-Age=2592000(;|$)/)
  }
})

test('the referral_code cookie is set by pages that redirect too', async () => {
  const person = await signedIn()
  for (const [visitor, path, location] of [
    [openVisitor(web.url), '/dashboard?ref=anna2345', '/signin?redirect=%2Fdashboard'],
    [openVisitor(web.url), '/legal?access_token=forged&ref=anna2345', '/legal?ref=anna2345'],
    [person, '/profile?ref=anna2345', '/profile/settings'],
    [person, '/signin?ref=anna2345', '/'],
  ] as const) {
    const answer = await visitor.go(path)
    expect(answer.headers.get('location'), path).toBe(location)
    expect(answer.headers.getSetCookie().join('\n'), path).toMatch(/^referral_code=anna2345;/m)
  }
})

test.each(['en', 'ru'])('title and description come from meta.title and meta.description: %s', async (locale) => {
  const catalogue = await readFile(`src/locales/${locale}/messages.po`, 'utf8')
  const text = (key: string) => new RegExp(`msgid "${key}"\\nmsgstr "(.+)"`).exec(catalogue)?.[1]
  const visitor = openVisitor(web.url, { 'accept-language': locale })
  const home = await visitor.read('/')
  expect(/<title>([^<]*)<\/title>/.exec(home.html)?.[1]).toBe(text('meta.title'))
  // The sign-in page has no description of its own.
  for (const { html } of [home, await visitor.read('/signin')]) {
    const descriptions = [...html.matchAll(/<meta (?:name|property)="(?:og:)?description" content="([^"]*)"/g)].map(
      ([, content]) => content,
    )
    expect(descriptions).toEqual([text('meta.description'), text('meta.description')])
  }
})

describe('validation, 404 and guard', () => {
  test.each(['/legal/unknown', '/dashboard/unknown', '/profile/unknown', '/profile/subscription/unknown', '/password/unknown', '/unknown'])(
    '%s is a 404 to a signed-out visitor, and not the sign-in page',
    async (path) => {
      const { response, html, path: at } = await openVisitor(web.url).read(path)
      expect([response.status, at]).toEqual([404, path])
      expect(html).toContain('<title>Page Not Found</title>')
      expect(wordsIn(html)).toContain(`Page not found: ${path}`)
    },
  )

  test('an invalid address is a 404 to a signed-in person too', async () => {
    const visitor = await signedIn()
    for (const path of ['/legal/unknown', '/dashboard/unknown']) expect((await visitor.go(path)).status).toBe(404)
  })
})

describe('an unmatched route', () => {
  test('an unmatched route has status 404 and the message "Page not found: {path}" with the pathname only: the query may hold secrets', async () => {
    const { response, html } = await openVisitor(web.url).read('/no/such/page?secret=hidden-word')
    expect(response.status).toBe(404)
    const words = wordsIn(html)
    expect(words).toContain('Page not found: /no/such/page')
    expect(words).not.toContain('hidden-word')
  })

  test('an unmatched route has the page title "Page Not Found", in Russian "Страница не найдена"', async () => {
    expect((await openVisitor(web.url).read('/nope')).html).toContain('<title>Page Not Found</title>')
    expect((await openVisitor(web.url, { 'accept-language': 'ru' }).read('/nope')).html).toContain('<title>Страница не найдена</title>')
  })

  test.each([
    '/%',
    '/%E0%A4%A',
    '/%00',
    '/%ff%fe',
    '/..%2f..%2fetc%2fpasswd',
    '/<script>alert(1)</script>',
    `/${'a/'.repeat(500)}`,
    '/dashboard/%2e%2e/x',
  ])('an unmatched route is never a 500, whatever the address: %s', async (path) => {
    const { response, html } = await openVisitor(web.url).read(path)
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
    expect(html).not.toContain('<script>alert(1)')
  })
})

describe('an address that does not decode', () => {
  test.each(['/%zz', '/%ff', '/legal/%', '/ru/%zz', '/ru/%ff', '/ru/legal/%', '/en/%zz', '/en/legal/%', '/profile/%E0%A4%A'])(
    '%s is a 404 page that names it as it came, in the language and theme of the visitor',
    async (path) => {
      const { response, html } = await openVisitor(web.url).read(path)
      const russian = path.startsWith('/ru/')
      expect(response.status).toBe(404)
      expect(html).toContain(russian ? '<title>Страница не найдена</title>' : '<title>Page Not Found</title>')
      expect(html.replaceAll('<!-- -->', '')).toContain(`${russian ? 'Страница не найдена' : 'Page not found'}: ${path}</p>`)
      expect(html).toContain(config.colorMode.storageKey)
    },
  )

  test('an address that does not decode is shown as text, whatever it contains', async () => {
    const { response, html } = await openVisitor(web.url).read('/%zz<img src=x onerror=alert(1)>%ff"\'&')
    expect(response.status).toBe(404)
    expect(html).not.toMatch(/<img|onerror=alert\(1\)>/)
  })

  test('an address that does not decode is a 404 of the API too', async () => {
    const response = await openVisitor(web.url).go('/api/v1/generations/%ff')
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
    expect(response.headers.get('content-type')).toContain('application/json')
  })
})

describe('the 404 page of a pinned language', () => {
  test.each(['ru', 'en'] as const)(
    'the 404 page of a pinned language keeps /%s in its links, offers both languages and has no canonical address',
    async (locale) => {
      const { html } = await openVisitor(web.url).read(`/${locale}/no/such%20page?secret=1`)
      const links = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href).filter((href) => href !== '#content')
      expect(links).toEqual([
        `/${locale}`,
        `/${locale}/dashboard`,
        `/${locale}`,
        expect.stringMatching(/^\/en\/no\/such(?:%20| )page$/),
        expect.stringMatching(/^\/ru\/no\/such(?:%20| )page$/),
        // The notice of an incomplete page reloads it.
        '',
      ])
      expect(html).not.toContain('rel="canonical"')
      expect(html).toContain('noindex')
    },
  )

  test('the other 404 pages keep their links as they are', async () => {
    const { html } = await openVisitor(web.url).read('/nope')
    expect(html).toContain('href="/dashboard"')
  })
})

describe('a link of an email without its token', () => {
  test.each([
    ['/password/reset', 'This link is incomplete', 'href="/password/forgot"'],
    ['/password/reset?token=', 'This link is incomplete', 'href="/password/forgot"'],
    ['/email/verify', 'This link is incomplete', 'href="/signin?redirect=%2Fprofile%2Fsettings"'],
    ['/ru/password/reset', 'Ссылка неполная', 'href="/ru/password/forgot"'],
    ['/ru/email/verify', 'Ссылка неполная', 'href="/ru/signin?redirect=%2Fprofile%2Fsettings"'],
  ])('a link of an email without its token, %s, answers at its own address, says so and offers a way on', async (path, heading, way) => {
    const { response, html, path: at } = await openVisitor(web.url).read(path)
    expect([response.status, at]).toEqual([200, path])
    expect(html).toContain(heading)
    expect(html).toContain(way)
  })

  test('/email/verify offers a signed-in person another email', async () => {
    const { html } = await (await signedIn()).read('/email/verify')
    expect(html).toContain('Send a new email')
  })
})

describe('files for shared caches', () => {
  test.each([
    ['/robots.txt', 'public, max-age=3600'],
    ['/sitemap.xml', 'public, max-age=3600'],
    ['/site.webmanifest', 'public, max-age=3600'],
    ['/site.webmanifest?lang=ru', 'public, max-age=3600'],
    ['/offline/en', 'public, max-age=3600, no-transform'],
    ['/offline/ru', 'public, max-age=3600, no-transform'],
    ['/robots.txt?ref=ann', 'public, max-age=3600'],
  ])('a file that caches may share sets no cookie: %s', async (path, caching) => {
    for (const visitor of [openVisitor(web.url), openVisitor(web.url, { 'accept-language': 'ru', accept: '*/*' }), await signedIn()]) {
      const { status, headers } = await visitor.go(path)
      expect([status, headers.get('cache-control'), headers.getSetCookie()]).toEqual([200, caching, []])
    }
  })
})

describe('a token in ?redirect=', () => {
  const secret = 'a-secret-token'
  test.each([
    [`/signin?redirect=/profile/settings?access_token=${secret}`, '/signin?redirect=%2Fprofile%2Fsettings'],
    [`/signin?redirect=%2Fprofile%2Fsettings%3Fa%3D1%26access_token%3D${secret}`, '/signin?redirect=%2Fprofile%2Fsettings%3Fa%3D1'],
    [`/signin?redirect=%2Fprofile%3Fnext%3D%252F%253Faccess_token%253D${secret}`, '/signin?redirect=%2Fprofile'],
    [`/signin?redirect=%2Fprofile%23access_token%3D${secret}`, '/signin?redirect=%2Fprofile'],
    [`/signin?mode=sign-up&redirect=%2Flegal%3Faccess_token%5B%5D%3D${secret}`, '/signin?mode=sign-up&redirect=%2Flegal'],
    [`/ru/signin?redirect=%2Flegal%3Faccess_token%3D${secret}`, '/ru/signin?redirect=%2Flegal'],
    [`/signin?redirect=https://evil.example/?access_token=${secret}`, '/signin'],
    [`/signin?redirect=/a?access_token=${secret}&redirect=/b?access_token=${secret}`, '/signin'],
    [`/switch?redirect=%2Flegal%3Faccess_token%3D${secret}`, '/signin'],
    [`/profile/settings?next=%2F%3Faccess_token%3D${secret}`, '/signin?redirect=%2Fprofile%2Fsettings'],
  ])('a token in ?redirect= of %s is in no page, header or log', async (path, clean) => {
    const visitor = openVisitor(web.url)
    const first = await visitor.go(path)
    expect(JSON.stringify([...first.headers]) + (await first.text())).not.toContain(secret)
    const { html, path: at } = await visitor.read(path)
    expect(at).toBe(clean)
    expect(html).not.toContain(secret)
    expect(web.stdout() + web.stderr()).not.toContain(secret)
  })
})

describe('a session that was ended elsewhere', () => {
  test.each(['both tokens', 'only the refresh token', 'only the access token'])(
    'a session that was ended elsewhere is not reported as unused: %s',
    async (kind) => {
      const visitor = await signedIn({ 'accept-language': kind === 'both tokens' ? 'ru' : 'en' })
      const headers = { authorization: `Bearer ${visitor.cookies.get('auth.token')}` }
      expect((await fetch(`${api.url}/api/v1/auth/sign-out`, { method: 'POST', headers })).status).toBe(204)
      if (kind === 'only the refresh token') visitor.cookies.delete('auth.token')
      if (kind === 'only the access token') visitor.cookies.delete('auth.refresh-token')
      const { html, path } = await visitor.read('/profile/settings')
      expect(path).toBe('/signin?redirect=%2Fprofile%2Fsettings&ended=revoked')
      expect(html).toContain(kind === 'both tokens' ? 'Сеанс завершён с другого устройства' : 'This session was ended on another device')
    },
  )
})

describe('the generic error page', () => {
  const failing = (status: number, body?: unknown) => {
    gateway.fault = ({ path }) => (path === '/v1/auth/session' ? { status, body } : null)
  }

  test('the generic error page is shown with the true status, statusCode, statusMessage and an id to quote; its title is "Internal Server Error"', async () => {
    failing(500, { detail: 'Something went wrong.', code: 'internal', error_id: '01a0-quoted' })
    const { response, html } = await (await signedIn()).read('/profile/settings')
    expect(response.status).toBe(500)
    expect(html).toContain('<title>Internal Server Error</title>')
    const words = wordsIn(html)
    expect(words).toContain('500')
    expect(words).toContain('Something went wrong.')
    expect(words).toContain('01a0-quoted')
  })

  test('the generic error page without a detail says InternalError, and does not reveal the API’s address', async () => {
    gateway.fault = ({ path }) => (path === '/v1/auth/session' ? 'drop' : null)
    const { response, html } = await (await signedIn()).read('/profile/settings')
    expect([response.status, response.headers.get('retry-after')]).toEqual([500, '5'])
    expect(wordsIn(html)).toContain('>500<')
    expect(wordsIn(html)).toContain('InternalError: The API does not answer')
    expect(html).not.toContain(new URL(gateway.url).host)
    expect(html).not.toMatch(/ECONN|socket hang up|fetch failed/)
  })

  test.each([
    ['/profile/tokens', '/v1/tokens', 404, 'Page Not Found'],
    ['/profile/tokens', '/v1/tokens', 403, 'Internal Server Error'],
    ['/profile/settings', '/v1/me/sessions', 404, 'Page Not Found'],
    ['/dashboard', '/v1/library/overview', 500, 'Internal Server Error'],
    ['/dashboard', '/v1/library/overview', 503, 'Service Unavailable'],
  ])('an error page of %s, whose call %s is answered with %i, has that status and the title %s', async (page, call, status, title) => {
    gateway.fault = ({ path }) => (path === call ? { status, body: { detail: 'Oops.' } } : null)
    const { response, html } = await (await signedIn()).read(page)
    expect(gateway.count(call)).toBeGreaterThan(0)
    expect([response.status, /<title>([^<]*)<\/title>/.exec(html)?.[1]]).toEqual([status, title])
  })

  test('a page that fails as a whole because of a 404 is the 404 page', async () => {
    gateway.fault = ({ path }) => (path === '/v1/token-packs' ? { status: 404, body: { detail: 'Oops.' } } : null)
    const { response, html } = await (await signedIn()).read('/legal/pricing')
    expect([response.status, /<title>([^<]*)<\/title>/.exec(html)?.[1]]).toEqual([404, 'Page Not Found'])
    expect(wordsIn(html)).toContain('Page not found: /legal/pricing')
  })

  test('the generic error page flattens a detail that is a list', async () => {
    failing(503, { detail: [{ msg: 'Being repaired.' }, 'Back at noon.'] })
    const { response, html } = await (await signedIn()).read('/profile/settings')
    expect(response.status).toBe(503)
    expect(wordsIn(html)).toContain('Being repaired.; Back at noon.')
  })

  test('the generic error page shows Russian text, and the HTTP status line contains none', async () => {
    failing(503, { detail: 'Сервис на обслуживании.', code: 'model_unavailable' })
    const visitor = await signedIn({ 'accept-language': 'ru' })
    const { html } = await visitor.read('/profile/settings')
    expect(wordsIn(html)).toContain('Сервис на обслуживании.')
    expect(html).toContain('<title>Сервис временно недоступен</title>')
    const statusLine = await new Promise<string>((resolve, reject) => {
      const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      request(`${web.url}/profile/settings`, { headers: { accept: 'text/html', cookie, 'accept-language': 'ru' } }, (answer) => {
        answer.resume()
        resolve(`${answer.statusCode} ${answer.statusMessage}`)
      })
        .on('error', reject)
        .end()
    })
    expect(statusLine).toBe('503 Service Unavailable')
  })

  test('the generic error page shows no raw text of another server', async () => {
    failing(500, { error: 'raw-upstream', stack: 'at /srv/secret.js:1', detail: { nested: 'raw-upstream' } })
    const { html } = await (await signedIn()).read('/profile/settings')
    expect(html).not.toMatch(/raw-upstream|secret\.js/)
  })

  test('the generic error page reaches the browser with all its fields, so that it says the same there', async () => {
    failing(503, { detail: 'Being repaired.', code: 'model_unavailable', error_id: '01a0-crossed' })
    const { html } = await (await signedIn()).read('/profile/settings')
    const scripts = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, code = '']) => code).join('')
    expect(scripts).toMatch(/statusCode:503,statusMessage:"Being repaired\.".*code:"model_unavailable".*01a0-crossed/)
  })

  test('a bot gets the true status from the server all the same', async () => {
    failing(503)
    const visitor = await signedIn({ 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' })
    expect((await visitor.go('/profile/settings')).status).toBe(503)
    expect((await openVisitor(web.url, { 'user-agent': 'Googlebot' }).go('/nope')).status).toBe(404)
  })
})

test('an error on the way to the API is a typed error with an id that is in the log', async () => {
  gateway.fault = () => 'drop'
  const answer = await fetch(`${web.url}/api/v1/models`, { headers: { 'accept-language': 'ru' } })
  expect(answer.status).toBe(502)
  const body = v.parse(v.object({ code: v.literal('internal'), detail: v.string(), error_id: v.string() }), await answer.json())
  expect(body.detail).toMatch(/[а-я]/)
  await expect.poll(() => web.stdout()).toContain(body.error_id)
})
