import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { inflatePdf } from '#server/testing/pdf-content.ts'
import { JPEG } from '#server/testing/pictures.ts'
import { buildStatement } from '#server/statements/build-statement.ts'
import { FORMAT_NUMBERS } from '#server/statements/format.ts'
import { statementsPdf } from '#server/statements/pdf/document.ts'
import type { StatementData } from '#server/settlements/approval/statement-data.ts'

/** A frozen statement with the SHA-256 of its PDF, and of the PDF's content with decompressed streams. */
type Fixture = {
  name: string
  logo: boolean
  bytes: string
  content: string
  data: StatementData
}

/** `zlib` and `arch`: where the hashes of the bytes were made. */
type Fixtures = { zlib: string; arch: string; statements: Fixture[] }

describe.each(FORMAT_NUMBERS)('format %i', (format) => {
  const { zlib, arch, statements } = readFixtures(format)
  // Another zlib or processor may compress the same content to other bytes.
  const isSameZlib = process.versions.zlib === zlib && process.arch === arch

  describe.each(statements)('$name', ({ data, logo, bytes, content }) => {
    const image = logo ? { bytes: JPEG, width: 24, height: 10 } : null

    test('C3 A frozen statement prints the content it was frozen with', async () => {
      expect(data.format).toBe(format)
      const pdf = await statementsPdf([buildStatement(data, image)])
      expect(hash(inflatePdf(pdf))).toBe(content)
    })

    test.runIf(isSameZlib)('C3 A frozen statement prints the same bytes', async () => {
      const pdf = await statementsPdf([buildStatement(data, image)])
      expect(hash(pdf)).toBe(bytes)
    })
  })
})

function readFixtures(format: number): Fixtures {
  const file = new URL(`./fixtures/format-${format}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as Fixtures
}

function hash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
