import { expect, test } from 'vitest'
import { shieldHtml, shieldStream } from './shield-html.ts'

test.each([
  [
    '<head><script nonce="a">x</script></head><body class="b"><p>ann@example.com</p><script nonce="a" src="/b.js"></script></body>',
    '<head><script data-cfasync="false" nonce="a">x</script></head><body class="b"><!--email_off--><p>ann@example.com</p><script data-cfasync="false" nonce="a" src="/b.js"></script><!--/email_off--></body>',
  ],
  ['<body><p>Привет</p></body>', '<body><!--email_off--><p>Привет</p><!--/email_off--></body>'],
  [
    '<body><script src="a"></script></body>',
    '<body><!--email_off--><script data-cfasync="false" src="a"></script><!--/email_off--></body>',
  ],
  ['<p>no document</p>', '<p>no document</p>'],
])('scripts and addresses of a page are marked against rewriting: %s', (html, expected) => {
  expect(shieldHtml(Buffer.from(html)).toString()).toBe(expected)
})

test('a page that is sent in parts is marked alike, wherever it is cut', async () => {
  const html = Buffer.from('<body class="ы"><script src="a"></script><p>a &lt; ж</p></body>')
  for (let at = 0; at <= html.length; at += 1) {
    const whole = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(html.subarray(0, at))
        controller.enqueue(html.subarray(at))
        controller.close()
      },
    }).pipeThrough(shieldStream())
    expect(await new Response(whole).text(), String(at)).toBe(shieldHtml(html).toString())
  }
})
