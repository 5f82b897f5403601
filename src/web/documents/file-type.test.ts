/** What a file is, before it is sent (SPEC C420). */
import { expect, test } from 'vitest'
import { isPdf } from './file-type.ts'

test.each([
  ['a PDF', '%PDF-1.7\n', true],
  ['a PDF after the lines of a printer', '\u001B%-12345X@PJL JOB\r\n%PDF-1.7\n', true],
  ['a PDF after zeros', `${'\0'.repeat(900)}%PDF-1.7`, true],
  ['a PDF after too many bytes', `${'\0'.repeat(1_100)}%PDF-1.7`, false],
  ['a text', 'Rate confirmation', false],
  ['nothing', '', false],
])('C420 %s', async (_what, text, expected) => {
  expect(await isPdf(new Blob([text]))).toBe(expected)
})

test('C420 A picture with the mark of a PDF in its text is a picture', async () => {
  expect(await isPdf(new Blob([new Uint8Array([0xff, 0xd8, 0xff]), '%PDF-1.7']))).toBe(false)
})
