import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { authorityOf, readAddress } from '../../../src/relay/listen/address.ts'

const port = fc.integer({ min: 0, max: 65535 })

describe('the address of a listener', () => {
  it.each([
    ['127.0.0.1:3917', '127.0.0.1:3917'],
    ['localhost:3917', '127.0.0.1:3917'],
    ['3917', '127.0.0.1:3917'],
    ['[::1]:3917', '[::1]:3917'],
    ['127.0.0.1:0', '127.0.0.1:0'],
  ])('%s is this machine alone', (text, authority) => {
    expect(authorityOf(readAddress(text))).toBe(authority)
  })

  it.each(['0.0.0.0', '[::]', '', '*', '192.168.1.5', 'example.com', '127.0.0.2', '[fe80::1]'])(
    '%s could be reached from elsewhere and is refused with the reason',
    host => {
      fc.assert(
        fc.property(port, number => {
          expect(() => readAddress(`${host}:${number}`)).toThrow(
            expect.objectContaining({ code: 'not-loopback' }),
          )
        }),
      )
    },
  )

  it.each(['127.0.0.1', '127.0.0.1:65536', '127.0.0.1:http', 'http://127.0.0.1:80', '::1:80', ''])(
    '%s is no address and a port',
    text => {
      expect(() => readAddress(text)).toThrow(expect.objectContaining({ code: 'listen-address' }))
    },
  )
})
