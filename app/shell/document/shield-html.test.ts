import { expect, test } from 'vitest'
import { shieldHtml } from './shield-html.ts'

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
