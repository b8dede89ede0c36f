import { expect, test } from 'vitest'
import { isBot } from './bots.ts'

test.each([
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 (X11; Linux x86_64) Chrome/109.0 Safari/537.36 Chrome-Lighthouse',
  'facebookexternalhit/1.1',
  'Mozilla/5.0 (Linux) AppleWebKit/537.36 (compatible; Google-Read-Aloud)',
])('%s is recognized as a bot', (userAgent) => {
  expect(isBot(userAgent)).toBe(true)
})

test.each([
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0 Robotics/1.0',
])('%s is recognized as a person', (userAgent) => {
  expect(isBot(userAgent)).toBe(false)
})
