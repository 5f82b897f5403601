import { expect, test } from 'vitest'
import { isMailStart } from './is-mail.ts'
import { htmlToText, parseMail } from './parse-mail.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const lines = (...all: string[]) => all.join('\r\n')
const textOf = (...all: string[]) => parseMail(encode(lines(...all))).text
const name = (...disposition: string[]) =>
  parseMail(encode(lines(...disposition, 'Content-Type: application/pdf', '', '%PDF-1.4'))).files[0]
    ?.name

test('C504 A mail has its text once, and its attachments', () => {
  const mail = parseMail(
    encode(
      lines(
        'From: =?UTF-8?B?QcOzbWUgRnJlaWdodA==?= <ann@acme.example>',
        'Subject: =?utf-8?Q?Rate_Con?=',
        ' =?utf-8?Q?firmation_=23_77?=',
        'Content-Type: multipart/mixed; boundary="b1"',
        '',
        'This is a message in several parts.',
        '--b1',
        'Content-Type: multipart/alternative; boundary=b2',
        '',
        '--b2',
        'Content-Type: text/plain; charset=iso-8859-1',
        'Content-Transfer-Encoding: quoted-printable',
        '',
        'Pick up in Qu=E9bec, QC =',
        'today',
        '--b2',
        'Content-Type: text/html',
        '',
        '<p>The same</p>',
        '--b2--',
        '--b1',
        'Content-Type: application/octet-stream',
        'Content-Transfer-Encoding: base64',
        'Content-Disposition: attachment; filename=con.pdf',
        '',
        btoa('%PDF-1.4 paper'),
        '--b1--',
      ),
    ),
  )
  expect(mail).toMatchObject({
    from: 'Aóme Freight <ann@acme.example>',
    subject: 'Rate Confirmation # 77',
    text: 'Pick up in Québec, QC today',
  })
  expect(mail.files.map(({ name }) => name)).toEqual(['con.pdf'])
  expect(new TextDecoder().decode(mail.files[0]?.bytes)).toBe('%PDF-1.4 paper')
})

test('C504 File names are read in each form', () => {
  expect(name('Content-Disposition: attachment; filename="Rate; \\"Con\\".pdf"')).toBe(
    'Rate; "Con".pdf',
  )
  expect(name("Content-Disposition: attachment; filename*=UTF-8''Rate%20C%C3%B3n.pdf")).toBe(
    'Rate Cón.pdf',
  )
  expect(
    name('Content-Disposition: attachment;', ' filename*0="Rate ";', ' filename*1="Con.pdf"'),
  ).toBe('Rate Con.pdf')
  expect(name('Content-Disposition: attachment; filename="=?UTF-8?Q?R=C3=A4te.pdf?="')).toBe(
    'Räte.pdf',
  )
})

test('C504 A mail that is forwarded as a file is opened too, and one that was cut off as far as it goes', () => {
  const inner = ['Subject: Load 7', 'Content-Type: text/plain', '', 'Rate: $900']
  const outer = [
    'Content-Type: multipart/mixed; boundary=x',
    '',
    '--x',
    'Content-Type: message/rfc822',
    '',
  ]
  expect(textOf(...outer, ...inner, '--x--')).toBe('Rate: $900')
  expect(textOf(...outer, ...inner)).toBe('Rate: $900')
  expect(textOf('Content-Type: multipart/mixed; boundary=x', '', 'no part')).toBe('')
  expect(textOf('Content-Type: text/plain; charset=nonsense', '', 'Rate')).toBe('Rate')
})

test('C504 The cells of an HTML table stay apart, a row is a line', () => {
  const table =
    '<tr><td>Load #</td><td> 12&nbsp;34 </td></tr><tr><td>Rate</td><td>$1,200&#46;00</td></tr>'
  const html = `<style>p{}</style><table>${table}</table><p>A &amp; B<br>C</p><script>x</script>`
  expect(htmlToText(html)).toBe('Load #\t12 34\nRate\t$1,200.00\n\nA & B\nC')
})

test('C504 C551 Blank cells of an HTML table are kept', () => {
  const row = (...cells: string[]) => `<tr>${cells.join('')}</tr>`
  const cell = (text: string) => `<td><p>${text}</p></td>`
  expect(
    htmlToText(
      `<table>${row(cell('PO #'), '<th>Pickup #</th>', cell('Weight'))}\n${row('<td></td>', cell('8831<br>'), '<td>42,000</td>')}</table>`,
    ),
  ).toBe('PO #\tPickup #\tWeight\n\t8831\t42,000')
  expect(
    htmlToText(
      `<p>Hi</p><table>${row('<td></td>', cell('A</p><p>B'), cell('C'))}</table><p>Bye</p>`,
    ),
  ).toBe('Hi\n\tA\tC\n\tB\n\nBye')
  expect(htmlToText(row('<td colspan="2">A</td>', cell('B'), cell('&nbsp;')))).toBe('A\t\tB')
  expect(htmlToText(row(`<td><table>${row(cell('A'))}</table></td>`, cell('B')))).toBe('A\n\nB')
})

test('C504 A file is an email if it begins with the header of one', () => {
  expect(isMailStart('Received: by a\r\n\tfor b\r\nFrom: a@b.example\r\n\r\nText')).toBe(true)
  expect(isMailStart('From ann Mon Nov 30\nSubject: Load\nDate: Mon\n\nText')).toBe(true)
  for (const other of ['%PDF-1.7\n1 0 obj', 'Load #,Rate\n1,900', 'Hello\nFrom: a\nTo: b\n\n', ''])
    expect(isMailStart(other)).toBe(false)
})
