import { expect, test } from 'vitest'
import { decodeQR } from 'qr/decode.js'
import { findPeriod, makeUri, newSecret } from './app-code.ts'
import { drawQrCode } from './qr-code.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'

/** RFC 6238, appendix B: the secret "12345678901234567890", and its codes without their first two digits. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('C76 At second %i of 1970 the code of RFC 6238 is %s', async (second, code) => {
  expect(await findPeriod(RFC_SECRET, code, second * 1000)).toBe(Math.floor(second / 30))
})

/** The period of 1,111,111,109 seconds and its first second. */
const [PERIOD, START] = [37_037_036, 1_111_111_080]

test.each([
  [-31, undefined],
  [-30, PERIOD],
  [0, PERIOD],
  [29, PERIOD],
  [59, PERIOD],
  [60, undefined],
])(
  'C76 A code entered %i seconds after its period began matches period %s',
  async (seconds, expected) => {
    expect(await findPeriod(RFC_SECRET, '081804', (START + seconds) * 1000)).toBe(expected)
  },
)

test('C76 The QR code has the issuer, the email and the secret, and can be read', async () => {
  const secret = await newSecret()
  const uri = await makeUri(secret, 'pat+fleet@example.com')
  expect(new URL(uri).searchParams.get('secret')).toBe(secret)
  expect(decodeURIComponent(uri)).toContain('totp/Haulbook:pat+fleet@example.com?')
  expect(decodeQR(toImage(await drawQrCode(uri)))).toBe(uri)
})

test('C76 Secrets have 160 random bits; ten recovery codes differ and have 50 bits', async () => {
  expect(await newSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(await newSecret()).not.toBe(await newSecret())
  const { codes, hashes, salt } = await newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  expect(codes.every((code) => /^[\da-hjkmnp-tv-z]{10}$/.test(code))).toBe(true)
  expect(await hashRecoveryCode(codes[3] ?? '', salt)).toBe(hashes[3])
})

/** Draws each square four pixels wide. */
function toImage({ size, path }: { size: number; path: string }) {
  const scale = 4
  const width = size * scale
  const data = new Uint8Array(width * width * 4).fill(255)
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map(([, ...run]) => run.map(Number))
  for (const [x = 0, y = 0, length = 0] of runs)
    for (let row = y * scale; row < (y + 1) * scale; row++)
      data.fill(0, (row * width + x * scale) * 4, (row * width + (x + length) * scale) * 4)
  return { width, height: width, data }
}
