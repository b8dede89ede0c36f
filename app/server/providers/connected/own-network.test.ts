import { expect, test } from 'vitest'
import { isOnOwnNetwork } from './own-network.ts'

test.each([
  'http://127.0.0.1:11434',
  'http://[::1]:8000/v1',
  'http://192.168.1.20:1234',
  'http://10.0.0.2',
  'http://localhost:8080',
  'http://ollama:11434',
  'http://studio.local:8000',
  'https://gpu.home.arpa',
])('%s is on this network', (url) => {
  expect(isOnOwnNetwork(url)).toBe(true)
})

test.each(['https://api.together.xyz/v1', 'https://8.8.8.8/v1', 'http://[2606:4700::1111]', 'https://local.example.com'])(
  '%s may bill for its runs',
  (url) => {
    expect(isOnOwnNetwork(url)).toBe(false)
  },
)
