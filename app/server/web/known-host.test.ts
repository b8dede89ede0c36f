import { describe, expect, test } from 'vitest'
import { isKnownHost, isLoopback } from './known-host.ts'

const env = { PUBLIC_URL: 'https://quartet.example.com', HOST: '0.0.0.0' }

describe('a request may name', () => {
  test.each([
    'localhost:3000',
    'quartet.localhost',
    '127.0.0.1:3000',
    '192.168.1.20',
    '[::1]:3000',
    '[fd00::20]',
    'nas:3000',
    'NAS.local',
    'quartet.lan',
    'quartet.home.arpa',
    'app.default.svc.cluster.local:3000',
    'quartet.example.com',
    'Quartet.Example.com.:443',
    undefined,
  ])('the host %s', (host) => expect(isKnownHost(host, env)).toBe(true))

  test('the name that the server listens on', () =>
    expect(isKnownHost('box.example.net', { HOST: 'box.example.net', PUBLIC_URL: undefined })).toBe(true))
})

describe('a request may not name', () => {
  test.each([
    'evil.example.net:3000',
    'quartet.example.com.evil.example.net',
    'evil-quartet.example.com',
    '127.0.0.1.evil.example.net',
    'localhost.evil.example.net',
    'local.example.net',
    'a b',
    'evil.example.net/@localhost',
  ])('the host %s', (host) => expect(isKnownHost(host, env)).toBe(false))
})

test.each([
  ['127.0.0.1', true],
  ['127.8.0.1', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['192.168.1.20', false],
  ['::ffff:10.0.0.1', false],
  [undefined, false],
])('a connection from %s is from this machine: %s', (address, expected) => expect(isLoopback(address)).toBe(expected))
