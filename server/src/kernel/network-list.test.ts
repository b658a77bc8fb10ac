import { expect, test } from 'vitest'
import { isNetwork, openNetworkList } from './network-list.ts'

test('an address is in the list if a network, an address or a name of the list covers it', () => {
  const list = openNetworkList(['10.1.0.0/16', '2001:db8::/32', '192.0.2.7', 'loopback'])
  for (const address of ['10.1.255.1', '::ffff:10.1.2.3', '2001:db8:1::1', '192.0.2.7', '127.0.0.9', '::1'])
    expect(list.has(address), address).toBe(true)
  for (const address of ['10.2.0.1', '2001:db9::1', '192.0.2.8', '', undefined, 'example.com'])
    expect(list.has(address), `${address}`).toBe(false)
  expect(openNetworkList([]).has('127.0.0.1')).toBe(false)
})

test('a network is an address with at most as many bits as its family has', () => {
  for (const text of ['10.0.0.0/8', '::1', '2001:db8::/128']) expect(isNetwork(text), text).toBe(true)
  for (const text of ['10.0.0.0/33', 'host', '10.0.0.0/8/8', '10.0.0.0/', '']) expect(isNetwork(text), text).toBe(false)
})
