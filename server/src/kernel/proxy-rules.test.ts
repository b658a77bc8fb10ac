import { expect, test } from 'vitest'
import { type ProxySettings, proxyFor, readProxySettings } from './proxy-rules.ts'

function settings(environment: Record<string, string>): ProxySettings {
  const faults: string[] = []
  const read = readProxySettings({ HTTPS_PROXY: 'http://proxy:3128', ...environment }, faults)
  expect(faults).toEqual([])
  return read as ProxySettings
}

const goesThrough = (noProxy: string, host: string, port = 443, addresses: string[] = []) =>
  proxyFor(settings({ NO_PROXY: noProxy }), { host, port, isSecure: true }, addresses) !== null

test.each([
  ['', 'api.example.com', true],
  ['*', 'api.example.com', false],
  ['example.com', 'example.com', false],
  ['example.com', 'api.example.com', false],
  ['.example.com', 'api.example.com', false],
  ['*.example.com', 'API.example.com', false],
  ['example.com', 'notexample.com', true],
  ['example.com:8443', 'example.com', true],
  ['example.com:443', 'example.com', false],
  ['other.net, example.com', 'example.com', false],
  ['10.0.0.0/8', '10.1.2.3', false],
  ['10.0.0.0/8', '11.1.2.3', true],
  ['192.0.2.7', '192.0.2.7', false],
  ['192.0.2.7:443', '192.0.2.7', false],
  ['fd00::/8', '[fd12::1]', false],
  ['', '127.0.0.1', false],
  ['', '127.8.9.1', false],
  ['', '[::1]', false],
  ['', 'localhost', false],
  ['', '10.1.2.3', true],
])('NO_PROXY=%s: a connection to %s goes through the proxy: %s', (noProxy, host, expected) => {
  expect(goesThrough(noProxy, host)).toBe(expected)
})

test('a name that means an address near by is reached directly', () => {
  expect(goesThrough('10.0.0.0/8', 'pbx.internal', 443, ['10.1.2.3'])).toBe(false)
  expect(goesThrough('', 'pbx.internal', 443, ['127.0.0.1'])).toBe(false)
  expect(goesThrough('10.0.0.0/8', 'pbx.internal', 443, ['203.0.113.1'])).toBe(true)
})

test('each kind of connection has its own variable; small letters count; without one there is no proxy', () => {
  const plain = { host: 'x.example', port: 80, isSecure: false }
  expect(proxyFor(settings({}), plain)).toBeNull()
  expect(proxyFor(settings({ http_proxy: 'proxy:8080' }), plain)?.host).toBe('proxy:8080')
  expect(readProxySettings({ NO_PROXY: 'a b c', HTTPS_PROXY: ' ' }, [])).toBeNull()
})

test('faults are named, and no password is repeated', () => {
  const faults: string[] = []
  const environment = { HTTPS_PROXY: 'socks5://u:secret@h', HTTP_PROXY: 'http://h', NO_PROXY: '10.0.*,10.0.0.0/99' }
  readProxySettings({ ...environment, PROXY_NAMES: 'yes' }, faults)
  expect(faults.map((fault) => fault.split(/[ :]/)[0])).toEqual(['HTTPS_PROXY', 'PROXY_NAMES', 'NO_PROXY', 'NO_PROXY'])
  expect(faults.join()).not.toContain('secret')
})
