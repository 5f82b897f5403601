import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { inflatePdf } from '#server/testing/pdf-content.ts'
import { JPEG } from '#server/testing/pictures.ts'
import { buildStatement } from '#server/statements/build-statement.ts'
import type { Format } from '#server/statements/format.ts'
import { statementPdf } from '#server/statements/pdf/document.ts'
import { toSnapshot, type StatementData, type StoredSnapshot } from '#server/statements/snapshot.ts'

/** SHA-256 of the file, and of its content with decompressed streams. */
type Hashes = { bytes: string; content: string }

type Fixture = {
  name: string
  logo: boolean
  settlement: StatementData['settlement']
  snapshot: StoredSnapshot
  printed: Record<Format, Hashes>
}

/** `zlib` and `arch`: where the hashes of the bytes were made. */
type Fixtures = { zlib: string; arch: string; statements: Fixture[] }

const file = new URL('./fixtures/statements.json', import.meta.url)
const fixtures = JSON.parse(readFileSync(file, 'utf8')) as Fixtures

// Another zlib or processor may compress the same content to other bytes.
const isSameZlib = process.versions.zlib === fixtures.zlib && process.arch === fixtures.arch

describe.each([1, 2] as const)('format %i', (format) => {
  describe.each(fixtures.statements)('$name', ({ settlement, snapshot, logo, printed }) => {
    const stored = format === 1 ? snapshot : { ...snapshot, format }
    const data = { settlement, ...toSnapshot(stored) }
    const image = logo ? { bytes: JPEG, width: 24, height: 10 } : null

    test('V2 A frozen statement prints the content it was frozen with', async () => {
      const pdf = await statementPdf(buildStatement(data, image))
      expect(hash(inflatePdf(pdf))).toBe(printed[format].content)
    })

    test.runIf(isSameZlib)('V2 A frozen statement prints the same bytes', async () => {
      const pdf = await statementPdf(buildStatement(data, image))
      expect(hash(pdf)).toBe(printed[format].bytes)
    })
  })
})

function hash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
