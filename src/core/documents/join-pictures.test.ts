/** Photographed pages as one PDF (SPEC C118). */
import { expect, test } from 'vitest'
import { joinPictures } from './join-pictures.ts'

const page = (width: number, height: number) => ({
  width,
  height,
  jpeg: Uint8Array.from([0xff, 0xd8, width % 256, 0xff, 0xd9]),
})

const toText = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

test('C118 Each photo becomes a letter-length page of its shape, with its bytes unchanged', () => {
  const text = toText(joinPictures([page(1700, 2200), page(2200, 1100)]))
  expect(text).toContain('/Count 2')
  expect([...text.matchAll(/MediaBox (\[.*?\])/g)].map(([, box]) => box)).toEqual([
    '[0 0 612.00 792.00]',
    '[0 0 792.00 396.00]',
  ])
  expect(text).toContain('\xFF\xD8\xA4\xFF\xD9')
})

test('C118 Every offset of the file leads to its object', () => {
  const text = toText(joinPictures([page(10, 20), page(30, 20), page(20, 20)]))
  const table = text.slice(Number(/startxref\n(\d+)/.exec(text)?.[1]))
  const offsets = [...table.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset))
  expect(offsets.length).toBe(11)
  for (const [at, offset] of offsets.entries())
    expect(text.slice(offset).startsWith(`${at + 1} 0 obj\n`)).toBe(true)
  for (const [, length = '', stream = ''] of text.matchAll(
    /\/Length (\d+) >>\nstream\n([^]*?)\nendstream/g,
  ))
    expect(stream.length).toBe(Number(length))
})

test('C118 The same pages make the same bytes', () => {
  expect(joinPictures([page(10, 20)])).toEqual(joinPictures([page(10, 20)]))
})
